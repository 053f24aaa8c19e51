import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { type Turn, json, resetting, saying } from '../support/scripted-model.js';
import { startTestApp } from '../support/test-app.js';

/** Each question reserves 30,000, and costs 10,200 in the end: two answers of 5,100 tokens. */
const LIMITS = { ASK_TOKENS_PER_PERSON: '120000', ASK_TOKENS_PER_ORGANIZATION: '180000' };
const USAGE = { prompt_tokens: 5_000, completion_tokens: 100 };
const STATEMENT = using({ sql: 'SELECT name FROM hydro.rivers', explanation: '' }, USAGE);
const SUMMARY = using({ sentence: '{{row_count}} rivers.', chart: null }, USAGE);

/** An answer of a server that reports that use; `undefined`: none. */
function using(answer: object, usage: object | undefined): Turn {
  const message = { role: 'assistant', content: JSON.stringify(answer) };
  return json(200, { choices: [{ index: 0, finish_reason: 'stop', message }], usage });
}

describe('the tokens that a day has', () => {
  let scene: ExecutionScene;
  beforeAll(async () => {
    scene = await ExecutionScene.set(LIMITS);
  });
  afterAll(() => scene.end());

  const ask = (who = scene.users.olivia, http = scene.app.http) =>
    http.post(`/api/v1/data-sources/${scene.sourceId}/ask`, { question: 'Which rivers?' }, { token: who.accessToken });
  const spent = async (): Promise<Record<string, number>> => {
    const rows: { kind: string; tokens: string }[] = await scene.app.dataSource.query(
      'SELECT kind, tokens FROM token_spending WHERE spender_id = 1 OR kind = $1 ORDER BY spender_id',
      ['person'],
    );
    return Object.fromEntries(rows.map(({ kind, tokens }) => [kind, Number(tokens)]));
  };
  const playing = (): void =>
    scene.model.play((response, asked) =>
      asked.body.response_format.json_schema.name === 'summary' ? SUMMARY(response, asked) : STATEMENT(response, asked),
    );

  it('are counted once for 20 at a time, over all instances', async () => {
    const { app, model } = scene;
    const environment = { ...model.environment, ...LIMITS };
    const other = await startTestApp({ environment, clock: app.clock, database: { url: app.databaseUrl } });
    await scene.app.dataSource.query(`INSERT INTO token_spending VALUES ($1, 'person', $2, 24000), ($1, 'organization', 1, 24000)`, [
      scene.app.clock.now().toISOString().slice(0, 10),
      scene.users.olivia.userId,
    ]);
    // No question is answered before all were counted: 24,000 + 4 x 30,000 is more than there is.
    const held: (() => void)[] = [];
    let isHeld = true;
    scene.model.play((response, asked) => {
      if (asked.body.response_format.json_schema.name === 'summary') return SUMMARY(response, asked);
      const goOn = () => void STATEMENT(response, asked);
      if (isHeld) held.push(goOn);
      else goOn();
      return undefined;
    });
    const https = [scene.app.http, other.http];
    let refused = 0;
    const asking = Array.from({ length: 20 }, async (_, at) => {
      const answer = await ask(scene.users.olivia, https[at % 2]);
      if (answer.status === 429) refused += 1;
      return answer;
    });
    // One instance asks its model three questions of an organization at once: the fourth may wait for its turn.
    await eventually('all others are refused', () => refused === 16);
    isHeld = false;
    for (const goOn of held) goOn();
    const answers = await Promise.all(asking);
    await other.close();
    expect(answers.filter(({ status }) => status === 200).length).toBe(4);
    const [first] = answers.filter(({ status }) => status === 429);
    expect(first?.body.code).toBe('DAILY_QUOTA_EXCEEDED');
    const seconds = Number(first?.headers.get('retry-after'));
    expect(seconds > 0 && seconds <= 86_400).toBe(true);
    expect(await spent()).toMatchObject({ person: 24_000 + 4 * 10_200, organization: 24_000 + 4 * 10_200 });
  });

  it('are given back where the model cost nothing, and new each day', async () => {
    const before = await spent();
    scene.model.play(json(401, {}));
    expect((await ask()).status).toBe(502);
    expect(await spent()).toEqual(before);
    await scene.app.dataSource.query(`UPDATE token_spending SET tokens = 120000 WHERE kind = 'person'`);
    playing();
    expect((await ask()).body.code).toBe('DAILY_QUOTA_EXCEEDED');
    // The organization has some left, so that others may ask.
    expect((await ask(scene.users.adam)).status).toBe(200);
    await scene.app.dataSource.query(`UPDATE token_spending SET tokens = 180000 WHERE kind = 'organization'`);
    const refused = await ask(scene.users.mia);
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/^Your organization has used/)]);
    // What the organization refused, the person has not spent.
    const rows = await scene.app.dataSource.query(`SELECT FROM token_spending WHERE kind = 'person' AND spender_id = $1`, [
      scene.users.mia.userId,
    ]);
    expect(rows).toEqual([]);
    await scene.app.dataSource.query(`UPDATE token_spending SET day = day - 1`);
    expect((await ask()).status).toBe(200);
  });

  /** What those have cost in tokens by our own estimate: a prompt alone has some hundreds. */
  const MANY = 300;
  const costOf = async (work: () => Promise<unknown>): Promise<number> => {
    await scene.app.dataSource.query('DELETE FROM token_spending');
    await work();
    return (await spent()).person ?? 0;
  };

  it('are estimated where the server reports none', async () => {
    scene.model.play(using({ sql: 'SELECT name FROM hydro.rivers' }, undefined), using({ sentence: '{{row_count}}.' }, undefined));
    const cost = await costOf(async () => expect((await ask()).status).toBe(200));
    expect(cost).toBeGreaterThan(2 * MANY);
    const usage = { prompt_tokens: 1, completion_tokens: 0 };
    scene.model.play(using({ sql: 'SELECT name FROM hydro.rivers' }, usage), using({ sentence: '{{row_count}}.' }, usage));
    expect(await costOf(ask)).toBeGreaterThan(2 * MANY);
  });

  it.each([
    ['breaks off', resetting],
    ['is cut off', saying('SELECT', 'length')],
    ['answers nothing of use', saying('')],
    ['fails', json(500, {}, { 'Retry-After': '0' })],
  ])('are counted for an answer that %s', async (_, turn) => {
    scene.model.play(turn);
    expect(await costOf(async () => expect((await ask()).status).toBe(502))).toBeGreaterThan(MANY);
  });

  it('are counted for a question that is cancelled meanwhile, and for one whose summary fails', async () => {
    const path = '/api/v1/query-executions';
    const { accessToken: token } = scene.users.olivia;
    scene.model.play(async () => {
      const [{ id }] = await scene.app.dataSource.query('SELECT id FROM query_executions ORDER BY id DESC LIMIT 1');
      await scene.app.http.delete(`${path}/${id}`, { token });
    });
    expect(await costOf(async () => expect((await ask()).body.code).toBe('QUERY_CANCELLED'))).toBeGreaterThan(MANY);
    scene.model.play(STATEMENT, saying('', 'length'));
    expect(await costOf(async () => expect((await ask()).status).toBe(200))).toBeGreaterThan(5_100 + MANY);
  });

  it('are those of templates too', async () => {
    const id = await scene.template();
    scene.model.play(STATEMENT);
    expect(await costOf(async () => expect((await scene.execute(id)).status).toBe(200))).toBe(5_100);
    await scene.app.dataSource.query('UPDATE token_spending SET tokens = 180000');
    const uses = await scene.uses(id);
    scene.model.play(STATEMENT);
    const refused = await scene.execute(id);
    expect([refused.status, refused.body.code]).toEqual([429, 'DAILY_QUOTA_EXCEEDED']);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect([scene.model.asked.length, await scene.uses(id)]).toEqual([0, uses]);
  });

  it('are fewer where the administrators of an organization say so, and never more than the installation grants', async () => {
    const path = '/api/v1/organizations/1/ask-settings';
    const { olivia, mia, nora } = scene.users;
    const { http } = scene.app;
    const change = async (tokens_per_day: unknown, who = olivia, further: object = {}) => {
      const read = await http.get(path, { token: olivia.accessToken });
      const body = { shows_rows: false, conversation_days: null, tokens_per_day, ...further };
      const headers = { 'If-Match': read.headers.get('etag') ?? '' };
      return http.put(path, body, { token: who.accessToken, headers });
    };
    expect((await http.get(path, { token: olivia.accessToken })).body.data.ask_settings).toMatchObject({
      tokens_per_day: null,
      most_tokens_per_day: 180_000,
    });
    // Only those who manage, in their own organization.
    expect((await change(50_000, mia)).status).toBe(403);
    expect((await change(50_000, nora)).status).toBe(403);
    for (const wrong of [0, -1, 1.5, '5', 180_001, 2_000_000_001, [], {}]) {
      const refused = await change(wrong);
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, 'tokens_per_day']);
    }
    expect((await change(180_001)).body.details[0].message).toContain('grants 180000 tokens');
    const changed = await change(50_000);
    expect([changed.status, changed.body.data.ask_settings.tokens_per_day]).toEqual([200, 50_000]);
    const [event] = await scene.app.dataSource.query(
      `SELECT detail FROM audit_events WHERE action = 'ask_settings.changed' ORDER BY id DESC LIMIT 1`,
    );
    expect(event.detail).toMatchObject({ tokens_per_day: 50_000 });
    // Clients of the former version leave it out, and change nothing of it.
    const kept = await change(undefined, olivia, { conversation_days: 30 });
    expect(kept.body.data.ask_settings).toMatchObject({ tokens_per_day: 50_000, conversation_days: 30 });
    await scene.app.dataSource.query('DELETE FROM token_spending');
    playing();
    for (let question = 0; question < 5; question += 1) expect((await ask()).status).toBe(200);
    const refused = await ask(scene.users.adam);
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('the 50000 tokens')]);
    expect(refused.body.message).toMatch(/^Your organization has/);
    expect((await change(null)).body.data.ask_settings.tokens_per_day).toBeNull();
    expect((await ask()).status).toBe(200);
    // An operator who lowers the grant later is above what was decided before.
    await scene.app.dataSource.query('UPDATE ask_settings SET tokens_per_day = 999999999');
    await scene.app.dataSource.query(`UPDATE token_spending SET tokens = 180000 WHERE kind = 'organization'`);
    expect((await ask()).body.message).toContain('the 180000 tokens');
  });

  it('are decided once by 20 who decide at once', async () => {
    const path = '/api/v1/organizations/1/ask-settings';
    const { accessToken: token } = scene.users.olivia;
    const { headers } = await scene.app.http.get(path, { token });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        scene.app.http.put(
          path,
          { shows_rows: false, conversation_days: null, tokens_per_day: 1_000 + at },
          { token, headers: { 'If-Match': headers.get('etag') ?? '' } },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  });
});
