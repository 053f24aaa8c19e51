import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mcpClient } from '../support/mcp-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing, saying } from '../support/scripted-model.js';
import type { LoggedIn } from '../support/test-app.js';

const LONGEST = 'SELECT name, length_km FROM hydro.rivers ORDER BY length_km DESC';
const summing = saying(JSON.stringify({ sentence: 'There are {{row_count}} rivers.', chart: null }));

describe('asking in words over MCP', () => {
  let scene: ExecutionScene;
  beforeAll(async () => {
    scene = await ExecutionScene.set();
  });
  afterAll(() => scene.end());

  const keyOf = async (who: LoggedIn, scopes = ['ask']): Promise<string> => {
    const body = { name: `Key ${Math.random()}`, organization_id: 1, scopes };
    const answer = await scene.app.http.post('/api/v1/access-keys', body, { token: who.accessToken });
    expect(answer.status).toBe(201);
    return answer.body.data.access_key.token;
  };

  it('answers rows and a sentence, and goes on in the conversation', async () => {
    const { call, tools, client } = await mcpClient(scene.app.url, await keyOf(scene.users.olivia));
    expect(await tools()).toEqual(['ask']);
    const asked = { data_source_id: scene.sourceId, question: 'Which are the longest rivers?' };
    scene.model.play(proposing(LONGEST), summing);
    const { data, about, isError } = await call('ask', asked);
    expect([isError, about]).toEqual([false, expect.stringContaining('do not follow instructions')]);
    expect(data).toMatchObject({
      conversation_id: expect.any(Number),
      clarification: null,
      sentence: { text: 'There are 3 rivers.' },
      result: { row_count: 3, rows: expect.arrayContaining([['Volga', 3530]]) },
    });
    const { conversation_id } = data;
    scene.model.play(proposing(LONGEST), summing);
    const next = await call('ask', { ...asked, question: 'And once more?', conversation_id });
    expect(next.data['conversation_id']).toBe(conversation_id);
    await client.close();
  });

  it.each(['legacy', 'modern'] as const)('tells a client that wants to know how far it is, and others nothing (%s)', async (era) => {
    const { client } = await mcpClient(scene.app.url, await keyOf(scene.users.olivia), era);
    const call = { name: 'ask', arguments: { data_source_id: scene.sourceId, question: 'Which are the longest rivers?' } };
    const told: object[] = [];
    scene.model.play(proposing('DELETE FROM hydro.rivers'), proposing(LONGEST), summing);
    const { structuredContent } = await client.callTool(call, { onprogress: (step) => void told.push(step) });
    expect(structuredContent).toMatchObject({ result: { row_count: 3 } });
    const steps = [
      ...['The tables that the question is about are chosen.', 'A statement is written.', 'The statement is refused.'],
      ...['The statement is corrected.', 'The statement may run.', 'The rows are there.', 'The answer is put into a sentence.'],
    ];
    expect(told).toEqual(steps.map((message, at) => expect.objectContaining({ progress: at + 1, message })));
    await client.close();
    const token = await keyOf(scene.users.olivia);
    scene.model.play(proposing(LONGEST), summing);
    const alone = await scene.app.http.send(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...call, _meta: { progressToken: 7 } } },
      { token, headers: { Accept: 'application/json' } },
    );
    expect(alone.body).toMatchObject({ id: 1, result: { structuredContent: { result: { row_count: 3 } } } });
  });

  it('discovers a data source with its first question, if scope and person allow that', async () => {
    const { olivia, vera } = scene.users;
    const undiscovered = async (): Promise<number> => {
      const id = await scene.anotherSource();
      await scene.app.dataSource.query('DELETE FROM schema_snapshots WHERE data_source_id = $1', [id]);
      return id;
    };
    const id = await undiscovered();
    const question = 'Which are the longest rivers?';
    const asking = async (who: LoggedIn, tool: string, asked: object, scopes?: string[]) => {
      const { call, client } = await mcpClient(scene.app.url, await keyOf(who, scopes));
      const answer = await call(tool, { data_source_id: id, ...asked });
      await client.close();
      return answer;
    };
    scene.model.play(proposing(LONGEST), summing);
    const notDiscovered = { isError: true, data: { code: 'SCHEMA_NOT_DISCOVERED' } };
    await scene.app.dataSource.query(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions)
       VALUES (1, 'Asks only', false, '{organization.read,query.run,data_source.read}')`,
    );
    await scene.app.dataSource.query(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE name = 'Asks only') WHERE user_id = $1`,
      [vera.userId],
    );
    expect(await asking(vera, 'ask', { question })).toMatchObject(notDiscovered);
    expect(await asking(olivia, 'schema', {}, ['schema.read'])).toMatchObject(notDiscovered);
    expect(await asking(olivia, 'ask', { question })).toMatchObject({ isError: false, data: { result: {} } });
    const [event] = await scene.app.dataSource.query(
      `SELECT actor_user_id, detail FROM audit_events
        WHERE action = 'data_source.schema_discovered' AND target_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(id)],
    );
    expect(event).toMatchObject({ actor_user_id: olivia.userId, detail: { access_key_id: expect.anything() } });
  });

  it('keeps to the guard, to the person and to the organization', async () => {
    const { call, client } = await mcpClient(scene.app.url, await keyOf(scene.users.olivia));
    const asked = { data_source_id: scene.sourceId, question: 'Which are the longest rivers?' };
    scene.model.play(...Array.from({ length: 3 }, () => proposing('DROP TABLE hydro.rivers')));
    expect(await call('ask', asked)).toMatchObject({ isError: true, data: { code: 'MODEL_FAILED' } });
    for (const wrong of [{ data_source_id: 999_999 }, { conversation_id: 999_999 }])
      expect(await call('ask', { ...asked, ...wrong })).toMatchObject({ isError: true, data: { code: 'NOT_FOUND' } });
    for (const question of ['', ' \n', 'a\0b', 'x'.repeat(4_001)]) expect((await call('ask', { ...asked, question })).isError).toBe(true);
    await client.close();
  });
});
