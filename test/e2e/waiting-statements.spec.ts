import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { DiscoverSchema } from '../../src/catalog/application/discover-schema.js';
import { Querying } from '../../src/statements/application/ports/querying.js';
import { JudgeStatement } from '../../src/statements/application/judge-statement.js';
import { KeyedAnswers } from '../../src/query-generation/application/ports/keyed-answers.js';
import { SpendTokens } from '../../src/query-generation/application/spend-tokens.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { mcpClient } from '../support/mcp-client.js';
import { putInForce } from '../support/policies.js';
import { idOf, replacing } from '../support/people.js';
import { rewinding } from '../support/rewinding.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type Turn, proposing, saying } from '../support/scripted-model.js';
import { SourceDatabase } from '../support/source-database.js';
import type { LoggedIn } from '../support/test-app.js';

const CELL = 'Volga';
const SQL = 'SELECT name FROM hydro.rivers WHERE length_km > 3000';
const QUESTION = { question: 'Which is the longest river?' };
const SUMMARY = saying(JSON.stringify({ sentence: '{{row_count}} rows.', chart: null }));
/** As many statements of one person run at once. */
const PLACES = 2;

/** A request waits; `goOn` ends its waiting. */
interface Waiting {
  readonly answered: Promise<string>;
  readonly goOn: () => void;
}

class Gate {
  goOn: () => void = () => undefined;
  arrive: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.goOn = resolve));
  readonly arrived = new Promise<void>((resolve) => (this.arrive = resolve));

  /** Of what waits here. */
  async pass(): Promise<void> {
    this.arrive();
    await this.opened;
  }
}

describe('a statement that waits', () => {
  let scene: ExecutionScene;
  let elsewhere: SourceDatabase;
  let rewind: () => Promise<void>;
  let template = 0;
  let key = { id: 0, token: '' };
  let scim: ScimClient;
  let directoryId = '';
  let mia: LoggedIn, olivia: LoggedIn, adam: LoggedIn;

  beforeAll(async () => {
    scene = await ExecutionScene.set({ RATE_LIMIT_MULTIPLIER: '1000000' });
    ({ mia, olivia, adam } = scene.users);
    template = await scene.template();
    elsewhere = await SourceDatabase.create(
      `CREATE SCHEMA hydro; CREATE TABLE hydro.rivers (name text, length_km int); INSERT INTO hydro.rivers VALUES ('Nile', 6650)`,
    );
    await elsewhere.run(`GRANT USAGE ON SCHEMA hydro TO ${elsewhere.role}; GRANT SELECT ON hydro.rivers TO ${elsewhere.role};`);
    const scopes = ['schema.read', 'query.run', 'ask', 'template.execute'];
    const made = await send(mia, 'POST', '/api/v1/access-keys', { name: 'Claude', organization_id: 1, scopes });
    key = made.body.data.access_key;
    scim = await scimClient(scene.app, 1);
    directoryId = await idOf(scene.app, 'mia');
    scene.model.play(proposing(SQL));
    await scene.execute(template, { run: true }, mia, { 'Idempotency-Key': 'kept' });
    rewind = await rewinding(scene.app);
  });
  afterEach(() => rewind());
  afterAll(async () => {
    await scene.end();
    await elsewhere.drop();
  });

  const get = <T>(token: abstract new (...given: never[]) => T): T => scene.app.app.get<T>(token, { strict: false });
  const source = () => `/api/v1/data-sources/${scene.sourceId}`;
  const send = (who: LoggedIn, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    scene.app.http.send(method, path, body, { token: who.accessToken, headers });
  const done = async (work: ReturnType<typeof send>): Promise<void> => {
    const { status, text } = await work;
    expect([Math.floor(status / 100), text]).toEqual([2, expect.anything()]);
  };

  const called = async (tool: string, input: Record<string, unknown>): Promise<string> => {
    const { client, call } = await mcpClient(scene.app.url, key.token);
    const { isError, data } = await call(tool, input);
    await client.close();
    return `${isError ? 'error' : 'done'} ${JSON.stringify(data)}`;
  };
  const told = async (answering: ReturnType<typeof send>): Promise<string> => {
    const { status, text } = await answering;
    return `${status === 200 ? 'done' : 'error'} ${text}`;
  };
  const DOORS = {
    query: () => told(send(mia, 'POST', `${source()}/query`, { sql: SQL })),
    question: () => told(send(mia, 'POST', `${source()}/ask`, QUESTION)),
    template: () => told(scene.execute(template, { run: true }, mia)),
    'query of an AI client': () => called('query', { data_source_id: scene.sourceId, sql: SQL }),
    'question of an AI client': () => called('ask', { data_source_id: scene.sourceId, ...QUESTION }),
    'template of an AI client': () => called('execute_prompt_template', { template_id: template, parameters: { length: 2000 } }),
  };
  type Door = keyof typeof DOORS;
  const ALL = Object.keys(DOORS) as Door[];
  const ASKING = ALL.filter((door) => !door.startsWith('query'));
  const QUERIES = ALL.filter((door) => door.startsWith('query'));
  const QUESTIONS = ALL.filter((door) => door.startsWith('question'));

  /** Replaces a method of the application once. */
  const once = <T extends object, Name extends keyof T>(of: T, name: Name, other: (own: T[Name]) => T[Name]): void => {
    const own = (of[name] as (...given: unknown[]) => unknown).bind(of) as T[Name];
    const instead = other(own) as (...given: unknown[]) => unknown;
    of[name] = ((...given: unknown[]) => {
      delete (of as Partial<T>)[name];
      return instead(...given);
    }) as T[Name];
  };
  const held = (gate: Gate, turn: Turn): Turn => {
    return async (...given) => {
      await gate.pass();
      await turn(...given);
    };
  };
  const reaching = async (gate: Gate, answering: Promise<string>): Promise<Waiting> => {
    await Promise.race([gate.arrived, answering]);
    return { answered: answering, goOn: gate.goOn };
  };

  const inLine = async (door: Door): Promise<Waiting> => {
    const gate = new Gate();
    const querying = get(Querying);
    const { signal } = new AbortController();
    const asker = () => ({ organizationId: 1, dataSourceId: scene.sourceId, userId: mia.userId });
    for (let place = 0; place < PLACES; place += 1) void querying.inTurn(asker(), 'postgresql', signal, () => gate.opened);
    once(querying, 'inTurn', (own) => (...given) => {
      const going = own(...given);
      gate.arrive();
      return going;
    });
    scene.model.play(proposing(SQL), SUMMARY);
    return reaching(gate, DOORS[door]());
  };
  const atModel = (door: Door): Promise<Waiting> => {
    const gate = new Gate();
    scene.model.play(held(gate, proposing(SQL)), SUMMARY);
    return reaching(gate, DOORS[door]());
  };
  const atSentence = (door: Door): Promise<Waiting> => {
    const gate = new Gate();
    scene.model.play(proposing(SQL), held(gate, SUMMARY));
    return reaching(gate, DOORS[door]());
  };
  const atDiscovery = async (door: Door): Promise<Waiting> => {
    const gate = new Gate();
    await scene.app.dataSource.query('DELETE FROM schema_snapshots WHERE data_source_id = $1', [scene.sourceId]);
    once(get(DiscoverSchema), 'execute', (own) => async (...given) => {
      const discovered = await own(...given);
      await gate.pass();
      return discovered;
    });
    scene.model.play(proposing(SQL), SUMMARY);
    return reaching(gate, DOORS[door]());
  };
  /** Longer than a judgement may lie back. */
  const late = (goOn: () => void) => () => {
    scene.app.clock.advance({ seconds: 2 });
    goOn();
  };
  const atConnection = async (door: Door): Promise<Waiting> => {
    const connecting = scene.proxy.nextHeld();
    scene.model.play(proposing(SQL), SUMMARY);
    const answered = DOORS[door]();
    return { answered, goOn: late(await connecting) };
  };
  const atJudgement = async (door: Door): Promise<Waiting> => {
    const gate = new Gate();
    once(get(JudgeStatement), 'execute', (own) => async (...given) => {
      const verdict = await own(...given);
      await gate.pass();
      return verdict;
    });
    scene.model.play(proposing(SQL), SUMMARY);
    const { answered, goOn } = await reaching(gate, DOORS[door]());
    return { answered, goOn: late(goOn) };
  };
  const forAnother = async (): Promise<Waiting> => {
    const gate = new Gate();
    const answers = get(KeyedAnswers);
    once(answers, 'find', (own) => async (...given) => {
      const found = await own(...given);
      return found && { ...found, kept: null, outcome: 'running' };
    });
    once(answers, 'ended', () => async (...given) => {
      await gate.pass();
      return answers.find(...given);
    });
    return reaching(gate, told(scene.execute(template, { run: true }, mia, { 'Idempotency-Key': 'kept' })));
  };

  const WAITS: readonly (readonly [wait: string, door: Door, begin: () => Promise<Waiting>])[] = [
    ...ALL.map((door) => ['for a place', door, () => inLine(door)] as const),
    ...ASKING.map((door) => ['for the model to write it', door, () => atModel(door)] as const),
    ...QUESTIONS.map((door) => ['for the sentence about its rows', door, () => atSentence(door)] as const),
    ...QUESTIONS.map((door) => ['for a discovery', door, () => atDiscovery(door)] as const),
    ...ALL.map((door) => ['for the connection to its source', door, () => atConnection(door)] as const),
    ...QUERIES.map((door) => ['for its judgement', door, () => atJudgement(door)] as const),
    ['for the same request', 'template', forAnother],
  ];

  const forbid = 'forbid(principal, action == Action::"query.run", resource);';
  const policies = '/api/v1/sso/abac/data-policies';
  const putUnderPolicy = async (rule: object): Promise<void> => {
    const body = { organization_id: 1, data_source_id: scene.sourceId, name: 'Rivers', rules: [rule] };
    const applies = { applies_when: 'principal.roles.contains("editor")' };
    const made = await send(adam, 'POST', policies, { ...body, ...applies });
    const { id } = made.body.data.data_policy;
    await done(send(adam, 'POST', `${policies}/${id}/activate`, undefined, { 'If-Match': '"1"' }));
  };
  const EVENTS: Readonly<Record<string, () => Promise<unknown>>> = {
    'a data policy hides its table': () => putUnderPolicy({ kind: 'relation', schema: 'hydro', relation: 'rivers' }),
    'an access policy forbids it': () => putInForce(scene.app, 1, { forbid }),
    'the person is removed': () => done(send(olivia, 'DELETE', `/api/v1/organizations/1/members/${mia.userId}`)),
    'the person loses the permission': async () => {
      await scene.app.dataSource.query(
        `INSERT INTO roles (organization_id, name, is_built_in, permissions)
         VALUES (1, 'Nothing', false, '{workspace.read}')`,
      );
      await scene.app.dataSource.query(
        `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE name = 'Nothing') WHERE user_id = $1`,
        [mia.userId],
      );
    },
    'the account is disabled': () => get(SetAccountStatus).execute({ login: 'mia', status: 'disabled', actorUserId: null }),
    'a directory suspends the person': () => done(scim.patch(`/Users/${directoryId}`, replacing({ active: false }))),
    'the session or key ends': async () => {
      await done(send(mia, 'DELETE', `/api/v1/access-keys/${key.id}`));
      await done(send(mia, 'POST', '/api/auth/logout'));
    },
    'the source leads elsewhere': () => done(send(olivia, 'PATCH', source(), { connection: elsewhere.connection() }, { 'If-Match': '*' })),
    'the source is deleted': () => done(send(olivia, 'DELETE', source())),
  };
  /** Rows that were read before are those of the former place, and an answer that is kept outlives its source. */
  const isHarmless = (wait: string, event: string): boolean =>
    (event === 'the source leads elsewhere' && wait === 'for the sentence about its rows') ||
    (event.startsWith('the source') && wait === 'for the same request');

  describe.each(WAITS)('%s (%s)', (wait, _, begin) => {
    it('shows its rows if nothing has changed', async () => {
      const { answered, goOn } = await begin();
      goOn();
      expect(await answered).toMatch(/^done .*Volga/);
    });

    it.each(Object.entries(EVENTS).filter(([event]) => !isHarmless(wait, event)))('shows nothing when meanwhile %s', async (__, happen) => {
      const { answered, goOn } = await begin();
      await happen();
      goOn();
      const answer = await answered;
      expect(answer).not.toContain(CELL);
      expect(answer).toMatch(/^error /);
      if (wait === 'for a discovery') expect(JSON.stringify(scene.model.asked)).not.toContain('secret_note');
    });
  });

  describe('the reading of a schema (discover-schema)', () => {
    const LOSING = Object.entries(EVENTS).filter(
      // It shows no rows, and names of schemas only.
      ([event]) => !event.includes('policy') && event !== 'the source leads elsewhere',
    );
    const discover = async (): Promise<Waiting> => {
      const connecting = scene.proxy.nextHeld();
      const answered = told(send(mia, 'POST', `${source()}/discover-schema?refresh=true`));
      return { answered, goOn: await connecting };
    };

    it('answers if nothing has changed', async () => {
      const { answered, goOn } = await discover();
      goOn();
      expect(await answered).toMatch(/^done .*hydro/);
    });

    it.each(LOSING)('tells nothing when meanwhile %s', async (_, happen) => {
      const { answered, goOn } = await discover();
      await happen();
      goOn();
      const answer = await answered;
      expect(answer).toMatch(/^error /);
      expect(answer).not.toContain('hydro');
    });
  });

  it('says what has changed, in its own code, where it was judged and has not gone out', async () => {
    const outcomeOf = async (event: string) => {
      scene.proxy.reset();
      const { answered, goOn } = await atConnection('query');
      await EVENTS[event]?.();
      goOn();
      return answered;
    };
    expect(await outcomeOf('a data policy hides its table')).toMatch(
      /"code":"CHANGED_MEANWHILE","message":"Data policies changed what you may see/,
    );
    await rewind();
    expect(scene.proxy.hasHeard('rivers')).toBe(false);
    expect(await outcomeOf('the source leads elsewhere')).toMatch(
      /"code":"CHANGED_MEANWHILE","message":"The data source was pointed to other data/,
    );
    expect(scene.proxy.hasHeard('rivers')).toBe(false);
  });

  it('shows the rows that a policy leaves, for each judgement draws other aliases', async () => {
    // What is known of policies is kept by this number, which the rows that are put back after each test have had already.
    await scene.app.dataSource.query('UPDATE data_policy_epochs SET epoch = epoch + 1000');
    const where = { column: 'length_km', operator: '>', value: 1 };
    await putUnderPolicy({ kind: 'rows', schema: 'hydro', relation: 'rivers', where });
    for (const begin of [atConnection, atJudgement]) {
      const { answered, goOn } = await begin('query');
      goOn();
      expect(await answered).toMatch(/^done .*Volga/);
    }
  });

  it.each([true, false])(
    'shows a model an example of a template that waited only if no policy hides it (it does: %s)',
    async (isHidden) => {
      const alias = `example_${isHidden}`;
      const pair = { question: 'Which rivers are longer than 2000 km?', sql: `SELECT name AS ${alias} FROM hydro.rivers` };
      await done(send(olivia, 'POST', `${source()}/verified-pairs`, pair));
      // For the tokens of the organization, which others spend too.
      const gate = new Gate();
      once(get(SpendTokens), 'reserve', (own) => async (...given) => {
        await gate.pass();
        return own(...given);
      });
      scene.model.play(proposing(SQL));
      const { answered, goOn } = await reaching(gate, DOORS.template());
      if (isHidden) await putUnderPolicy({ kind: 'relation', schema: 'hydro', relation: 'rivers' });
      goOn();
      await answered;
      expect(JSON.stringify(scene.model.asked).includes(alias)).toBe(!isHidden);
    },
  );

  it('costs few statements of our own where it does not wait', async () => {
    // All statements of the process pass there.
    const session = get(TypeOrmSession) as unknown as { send: () => unknown };
    const counts: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const sent = jest.spyOn(session, 'send');
      expect(await DOORS.query()).toMatch(/^done /);
      counts.push(sent.mock.calls.length);
      sent.mockRestore();
    }
    expect(Math.min(...counts)).toBe(6);
  });
});
