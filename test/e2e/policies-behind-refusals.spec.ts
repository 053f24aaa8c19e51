import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OF_VIEWERS } from '../../src/shared/permission.js';
import { eventsIn } from '../support/event-stream.js';
import { mcpClient } from '../support/mcp-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing } from '../support/scripted-model.js';
import type { LoggedIn } from '../support/test-app.js';

const POLICIES = '/api/v1/sso/abac/data-policies';
const RIVERS = { schema: 'hydro', relation: 'rivers' };
const NO_NOTES = { kind: 'column', ...RIVERS, column: 'secret_note', effect: 'deny' };
const NO_RIVERS = { kind: 'relation', ...RIVERS };
const LONG_ONES = { kind: 'rows', ...RIVERS, where: { column: 'length_km', operator: '>', value: 1000 } };

const MASKED = { kind: 'column', ...RIVERS, column: 'name', effect: 'hash' };

/** What was refused, and by which statement. */
const REFUSED = [
  ['a hidden column', NO_NOTES, 'SELECT secret_note FROM hydro.rivers'],
  ['a hidden relation', NO_RIVERS, 'SELECT name FROM hydro.rivers'],
  ['a masked column', MASKED, "SELECT length_km FROM hydro.rivers WHERE name > 'A'"],
] as const;

describe('the data policies behind a refusal', () => {
  let scene: ExecutionScene;
  let reader: LoggedIn, asker: LoggedIn;
  const active: number[] = [];
  /** Another policy about the same relation, which is never to blame. */
  let innocent: number;

  const post = (path: string, body: object | undefined, who: LoggedIn, headers: Record<string, string> = {}) =>
    scene.app.http.post(path, body, { token: who.accessToken, headers });
  const activate = async (name: string, rule: object): Promise<number> => {
    const body = { organization_id: 1, data_source_id: scene.sourceId, name, rules: [rule] };
    const made = await post(POLICIES, body, reader);
    const { id } = made.body.data.data_policy;
    const done = await post(`${POLICIES}/${id}/activate`, undefined, reader, { 'If-Match': String(made.headers.get('etag')) });
    expect([done.status, done.text]).toEqual([200, expect.anything()]);
    active.push(id);
    return id;
  };
  const disable = async (id: number): Promise<void> => {
    const { headers } = await scene.app.http.get(`${POLICIES}/${id}`, { token: reader.accessToken });
    await post(`${POLICIES}/${id}/disable`, undefined, reader, { 'If-Match': String(headers.get('etag')) });
  };
  const keyOf = async (who: LoggedIn): Promise<string> => {
    const body = { name: `Key ${Math.random()}`, organization_id: 1, scopes: ['query.run', 'ask', 'template.execute', 'template.read'] };
    return (await post('/api/v1/access-keys', body, who)).body.data.access_key.token;
  };

  /** Every way to have a statement refused, and what it tells. */
  const doors: Readonly<Record<string, (sql: string, who: LoggedIn) => Promise<unknown>>> = {
    query: async (sql, who) => (await post(`/api/v1/data-sources/${scene.sourceId}/query`, { sql }, who)).body,
    validate: async (sql, who) => (await post(`/api/v1/data-sources/${scene.sourceId}/query/validate`, { sql }, who)).body,
    ask: async (sql, who) => {
      scene.model.play(proposing(sql));
      return (await post(`/api/v1/data-sources/${scene.sourceId}/ask`, { question: 'What is noted?' }, who)).body;
    },
    'ask, streamed': async (sql, who) => {
      scene.model.play(proposing(sql));
      const path = `/api/v1/data-sources/${scene.sourceId}/ask`;
      return eventsIn((await post(path, { question: 'What is noted?' }, who, { Accept: 'text/event-stream' })).text);
    },
    'a template': async (sql, who) => {
      scene.model.play(proposing(sql));
      const template = await scene.template();
      return (
        await post(
          `/api/v1/prompt-templates/${template}/execute`,
          { parameters: { length: 1 }, data_source_id: scene.sourceId, run: true },
          who,
        )
      ).body;
    },
  };
  const byKey: typeof doors = {
    'query by MCP': async (sql, who) => {
      const { call, client } = await mcpClient(scene.app.url, await keyOf(who));
      const told = await call('query', { data_source_id: scene.sourceId, sql });
      await client.close();
      return told;
    },
    'ask by MCP': async (sql, who) => {
      scene.model.play(proposing(sql));
      const { call, client } = await mcpClient(scene.app.url, await keyOf(who));
      const told = await call('ask', { data_source_id: scene.sourceId, question: 'What is noted?' });
      await client.close();
      return told;
    },
  };

  beforeAll(async () => {
    scene = await ExecutionScene.set();
    reader = scene.users.olivia;
    asker = scene.users.vera;
    const role = await post('/api/v1/organizations/1/roles', { name: 'Asker', permissions: [...OF_VIEWERS, 'query.run'] }, reader);
    await scene.app.dataSource.query(
      `UPDATE organization_members SET role_id = $1 WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'vera')`,
      [role.body.data.role.id],
    );
    innocent = await activate('Short ones stay here', { ...LONG_ONES, where: { column: 'length_km', operator: '>', value: 0 } });
  });
  afterAll(() => scene.end());
  afterEach(async () => {
    await scene.app.dataSource.query('DELETE FROM token_spending');
    for (const id of active.splice(0)) if (id !== innocent) await disable(id);
  });

  it.each(REFUSED)('are named to people who may read them, and to nobody else, for %s', async (what, rule, sql) => {
    const name = `What hides ${what}`;
    const id = await activate(name, rule);
    for (const [door, ask] of Object.entries(doors)) {
      const [told, hidden] = [await ask(sql, reader), await ask(sql, asker)].map((answer) => JSON.stringify(answer));
      expect([door, told]).toEqual([door, expect.stringContaining(`{"id":${id},"name":"${name}"}`)]);
      expect([door, told]).toEqual([door, expect.not.stringContaining('Short ones')]);
      expect([door, hidden]).toEqual([door, expect.not.stringContaining(name)]);
      expect([door, hidden]).toEqual([door, expect.not.stringContaining('"policies"')]);
    }
    // A key may do what its scopes say, and none of them is to read policies.
    for (const [door, ask] of Object.entries(byKey))
      for (const who of [reader, asker])
        expect([door, JSON.stringify(await ask(sql, who))]).toEqual([door, expect.not.stringMatching(/What hides|\\?"policies\\?"/)]);
    const kept = await scene.app.dataSource.query('SELECT row_to_json(t)::text AS row FROM query_executions t');
    expect(JSON.stringify(kept)).not.toContain(name);
  });

  it('are not in the answer to a repeated request, whose sender may have lost the right to read them', async () => {
    const name = 'What hides a repeated column';
    await activate(name, NO_NOTES);
    const path = `/api/v1/data-sources/${scene.sourceId}/verified-pairs`;
    const body = { question: 'What is noted?', sql: 'SELECT secret_note FROM hydro.rivers' };
    const keep = () => post(path, body, reader, { 'Idempotency-Key': 'of-a-refusal' });
    const [first, again] = [await keep(), await keep()];
    expect(first.text).toContain(name);
    expect([again.status, again.body.code, again.headers.get('idempotency-replayed')]).toEqual([first.status, first.body.code, 'true']);
    expect(again.text).not.toContain(name);
  });

  it('are not named for what no policy hides', async () => {
    for (const sql of ['SELECT lenght FROM hydro.rivers', 'SELECT name FROM hydro.lakes', 'DELETE FROM hydro.rivers', 'SELEC 1'])
      for (const door of ['query', 'validate'])
        expect([sql, JSON.stringify(await doors[door]?.(sql, reader))]).toEqual([sql, expect.not.stringContaining('Short ones')]);
  });

  it('are named where the model itself writes no statement, for it knows nothing of what they hide', async () => {
    const id = await activate('What hides the notes', NO_NOTES);
    const path = `/api/v1/data-sources/${scene.sourceId}/ask`;
    const told = async (question: string, who: LoggedIn) => {
      scene.model.play(proposing(null, 'There is no column of notes.'));
      const { body } = await post(path, { question }, who);
      expect([body.code, body.fault]).toEqual(['MODEL_FAILED', 'refused']);
      return body.policies;
    };
    expect(await told('What is noted of the rivers?', reader)).toContainEqual({ id, name: 'What hides the notes' });
    expect(await told('What is noted of the rivers?', asker)).toBeUndefined();
    expect(await told('What is noted of the lakes?', reader)).toBeUndefined();
  });

  it('say nothing to the model, which would only guess on', async () => {
    await activate('What hides notes', NO_NOTES);
    scene.model.play(proposing('SELECT secret_note FROM hydro.rivers'));
    await post(`/api/v1/data-sources/${scene.sourceId}/ask`, { question: 'What is noted?' }, reader);
    expect(JSON.stringify(scene.model.asked)).not.toContain('What hides notes');
  });
});
