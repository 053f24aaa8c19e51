import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PurgeConversations } from '../../src/ask/application/purge-conversations.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing, saying } from '../support/scripted-model.js';
import type { LoggedIn } from '../support/test-app.js';

describe('conversations', () => {
  let scene: ExecutionScene;
  beforeAll(async () => {
    scene = await ExecutionScene.set();
  });
  afterAll(() => scene.end());

  const begun = async (who: LoggedIn, further: object = {}): Promise<number> => {
    const sentence = saying(JSON.stringify({ sentence: '{{row_count}} rivers.', chart: null }));
    scene.model.play(proposing('SELECT name FROM hydro.rivers'), sentence);
    const body = { question: 'Which rivers are there?', ...further };
    const path = `/api/v1/data-sources/${scene.sourceId}/ask`;
    const answer = await scene.app.http.post(path, body, { token: who.accessToken });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.body.data.conversation_id;
  };
  const as = (who: LoggedIn) => ({ token: who.accessToken });

  it('belong to one person: others do not find them, whatever they may do', async () => {
    const { olivia, adam, mia, oscar, nora } = scene.users;
    const id = await begun(mia);
    const { http } = scene.app;
    for (const path of [`/api/v1/conversations/${id}`, `/api/v1/conversations/${id}/export`]) {
      for (const who of [olivia, adam, oscar]) expect((await http.get(path, as(who))).status).toBe(404);
      expect((await http.get(path, as(nora))).status).toBe(403);
    }
    expect((await http.delete(`/api/v1/conversations/${id}`, as(olivia))).status).toBe(404);
    const path = `/api/v1/data-sources/${scene.sourceId}/ask`;
    const asked = await http.post(path, { question: 'And now?', conversation_id: id }, as(olivia));
    expect([asked.status, asked.body.message]).toEqual([404, 'Conversation not found.']);
    const listed = await http.get('/api/v1/conversations', as(olivia));
    expect(listed.body.data.conversations.map((one: { id: number }) => one.id)).not.toContain(id);
  });

  it('stay with the data source that they began with', async () => {
    const { olivia } = scene.users;
    const conversation_id = await begun(olivia);
    const other = await scene.anotherSource();
    const body = { question: 'And now?', conversation_id };
    const answer = await scene.app.http.post(`/api/v1/data-sources/${other}/ask`, body, as(olivia));
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, 'conversation_id']);
  });

  it('are listed, read, exported and deleted', async () => {
    const { adam } = scene.users;
    const { http } = scene.app;
    const id = await begun(adam);
    await begun(adam, { conversation_id: id, question: 'And\nthe others?' });
    const { body: listed } = await http.get('/api/v1/conversations?limit=1', as(adam));
    expect(listed.data.conversations).toMatchObject([{ id, title: 'Which rivers are there?', organization_id: 1 }]);
    const { body: read } = await http.get(`/api/v1/conversations/${id}`, as(adam));
    expect(read.data.conversation.turns).toMatchObject([
      { position: 1, question: 'Which rivers are there?', row_count: 3, columns: [{ name: 'name', type: 'text' }] },
      { position: 2, question: 'And\nthe others?', error_code: null },
    ]);
    const exported = await http.get(`/api/v1/conversations/${id}/export`, as(adam));
    expect(exported.headers.get('content-disposition')).toBe(`attachment; filename=conversation-${id}.json`);
    expect(exported.body).toEqual(read.data.conversation);
    const all = await Promise.all(Array.from({ length: 20 }, () => http.delete(`/api/v1/conversations/${id}`, as(adam))));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)]);
    expect(await scene.app.dataSource.query('SELECT FROM conversation_turns WHERE conversation_id = $1', [id])).toEqual([]);
  });

  it('keep nobody else waiting while they are locked, and are answered by what counts when the waiting ends', async () => {
    const { mia, adam } = scene.users;
    const { http, dataSource } = scene.app;
    const conversation_id = await begun(mia);
    const lock = dataSource.createQueryRunner();
    await lock.startTransaction();
    await lock.query('SELECT FROM conversations WHERE id = $1 FOR UPDATE', [conversation_id]);
    const path = `/api/v1/data-sources/${scene.sourceId}/ask`;
    const asked = http.post(path, { question: 'And now?', conversation_id }, as(mia));
    await eventually('the question waits', async () => {
      const [{ waiting }] = await dataSource.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting > 0;
    });
    await begun(adam);
    scene.model.play(proposing('SELECT name FROM hydro.rivers'));
    await dataSource.query(`UPDATE data_sources SET closed = 'new' WHERE id = $1`, [scene.sourceId]);
    await lock.commitTransaction();
    await lock.release();
    const { status, body } = await asked;
    await dataSource.query('UPDATE data_sources SET closed = NULL WHERE id = $1', [scene.sourceId]);
    expect([status, body.code, scene.model.asked]).toEqual([403, 'DATA_SOURCE_CLOSED', []]);
  });

  it('are forgotten after as many days as the organization says', async () => {
    const { olivia, mia } = scene.users;
    const [old, older, kept] = [await begun(mia), await begun(mia), await begun(mia)];
    const purge = scene.app.app.get(PurgeConversations, { strict: false });
    const age = (id: number, days: number) =>
      scene.app.dataSource.query(`UPDATE conversations SET last_asked_at = $2::timestamptz - $3 * interval '1 day' WHERE id = $1`, [
        id,
        scene.app.clock.now(),
        days,
      ]);
    const left = async (): Promise<number[]> => {
      const rows: { id: number }[] = await scene.app.dataSource.query('SELECT id FROM conversations WHERE id = ANY($1) ORDER BY id', [
        [old, older, kept],
      ]);
      return rows.map(({ id }) => id);
    };
    await age(old, 8);
    await age(older, 91);
    await purge.execute();
    expect(await left()).toEqual([old, kept]);
    const path = '/api/v1/organizations/1/ask-settings';
    const body = { shows_rows: false, conversation_days: 7 };
    const changed = await scene.app.http.put(path, body, { ...as(olivia), headers: { 'If-Match': '"0"' } });
    expect(changed.status).toBe(200);
    await purge.execute();
    expect(await left()).toEqual([kept]);
  });
});
