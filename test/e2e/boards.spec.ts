import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DeleteBoard } from '../../src/query-generation/application/delete-board.js';
import { EnterBoard } from '../../src/query-generation/application/enter-board.js';
import { ListBoards } from '../../src/query-generation/application/list-boards.js';
import type { Caller } from '../../src/shared/caller.js';
import type { Answer, RequestOptions } from '../support/http-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import type { LoggedIn } from '../support/test-app.js';

const BOARDS = '/api/v1/boards';
const AT_ONCE = 20;

describe('boards of saved questions', () => {
  let scene: ExecutionScene;
  /** Of the organization itself, and of a workspace that vera does not see. */
  let open: readonly number[];
  let hidden: number;
  let hiddenSource: number;
  let workspace: number;

  const as = ({ accessToken }: LoggedIn, version?: number): RequestOptions => ({
    token: accessToken,
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  });
  const one = (id: number): string => `${BOARDS}/${id}`;
  const create = (body: object, who = scene.users.mia): Promise<Answer> =>
    scene.app.http.post(BOARDS, { organization_id: 1, name: 'Report', question_ids: [], ...body }, as(who));
  const created = async (body: object, who = scene.users.mia): Promise<number> => (await create(body, who)).body.data.board.id;
  const read = (id: number, who: LoggedIn): Promise<Answer> => scene.app.http.get(one(id), as(who));
  const change = (id: number, version: number | undefined, body: object, who = scene.users.mia): Promise<Answer> =>
    scene.app.http.patch(one(id), body, as(who, version));
  const titlesOf = ({ body }: Answer): string[] => body.data.board.questions.map(({ title }: { title: string }) => title);
  const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
  const save = async (source: number, title: string, who: LoggedIn): Promise<number> => {
    const body = { title, question: `What does ${title} show?`, sql: 'SELECT name FROM hydro.rivers' };
    return (await scene.app.http.post(`/api/v1/data-sources/${source}/saved-questions`, body, as(who))).body.data.saved_question.id;
  };

  beforeAll(async () => {
    scene = await ExecutionScene.set({ RATE_LIMIT_MULTIPLIER: '1000000' });
    const { olivia, mia } = scene.users;
    await scene.app.dataSource.query(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Asker', false, '{data_source.read,query.run}')`,
    );
    await scene.app.dataSource.query(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE name = 'Asker')
        WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'vera')`,
    );
    const made = await scene.app.http.post('/api/v1/organizations/1/workspaces', { name: 'Secret project' }, as(olivia));
    workspace = made.body.data.workspace.id;
    const source = { organization_id: 1, workspace_id: workspace, name: 'Hidden', engine: 'postgresql' };
    const connection = scene.source.connection();
    const { body } = await scene.app.http.post('/api/v1/data-sources', { ...source, connection }, as(olivia));
    open = [await save(scene.sourceId, 'First', mia), await save(scene.sourceId, 'Second', mia)];
    hiddenSource = body.data.data_source.id;
    hidden = await save(hiddenSource, 'Unseen', olivia);
  });
  afterAll(() => scene.end());

  it('are created, read, ordered anew and deleted at the version that was seen, and run nothing', async () => {
    const { olivia, adam } = scene.users;
    const [first = 0, second = 0] = open;
    const made = await create({ name: ' Yearly report ', question_ids: [second, first] });
    expect([made.status, made.headers.get('etag'), titlesOf(made)]).toEqual([201, '"1"', ['Second', 'First']]);
    expect(made.body.data.board).toMatchObject({ name: 'Yearly report', organization_id: 1, version: 1 });
    const { id } = made.body.data.board;
    const before = await scene.app.dataSource.query('SELECT count(*)::int AS n FROM query_executions');
    const seen = await read(id, adam);
    expect([seen.status, seen.headers.get('etag'), titlesOf(seen)]).toEqual([200, '"1"', ['Second', 'First']]);
    expect(seen.text).not.toContain('hydro.rivers');
    expect(await scene.app.dataSource.query('SELECT count(*)::int AS n FROM query_executions')).toEqual(before);
    expect((await change(id, undefined, { name: 'Other' })).status).toBe(428);
    expect((await change(id, 1, {})).status).toBe(400);
    expect((await change(id, 1, { question_ids: [first, first] })).status).toBe(400);
    expect((await change(id, 1, { question_ids: Array.from({ length: 25 }, (_, at) => at + 1) })).status).toBe(400);
    expect(titlesOf(await change(id, 1, { question_ids: [first, second] }))).toEqual(['First', 'Second']);
    expect(titlesOf(await change(id, 2, { name: 'Renamed' }, olivia))).toEqual(['First', 'Second']);
    const remove = (version?: number) => scene.app.http.delete(one(id), as(scene.users.mia, version));
    expect([(await remove()).status, (await remove(2)).status, (await remove(3)).status]).toEqual([428, 412, 200]);
    expect((await read(id, adam)).status).toBe(404);
    expect((await scene.app.http.get(`/api/v1/saved-questions/${first}`, as(adam))).status).toBe(200);
    const trail = await scene.app.dataSource.query(
      `SELECT action FROM audit_events WHERE target_type = 'board' AND target_id = $1 AND outcome = 'success' ORDER BY id`,
      [String(id)],
    );
    expect(trail.map(({ action }: { action: string }) => action)).toEqual([
      ...['board.created', 'board.changed', 'board.changed', 'board.deleted'],
    ]);
  });

  it('show each reader the questions that they may see, and neither name nor count the others', async () => {
    const { olivia, vera } = scene.users;
    const [first = 0, second = 0] = open;
    const id = await created({ question_ids: [hidden, first] }, olivia);
    expect(titlesOf(await read(id, olivia))).toEqual(['Unseen', 'First']);
    const seen = await read(id, vera);
    expect(seen.body.data.board).toEqual({ ...seen.body.data.board, version: 1, questions: [expect.objectContaining({ id: first })] });
    expect(seen.text).not.toMatch(/Unseen|Hidden/);
    expect((await change(id, 1, { name: 'Report' }, olivia)).status).toBe(200);
    expect(titlesOf(await read(id, olivia))).toEqual(['Unseen', 'First']);
    // As if there were none.
    const only = await created({ name: 'Only hidden', question_ids: [hidden] }, olivia);
    const { status, body } = await read(999_999, vera);
    expect([status, (await read(only, vera)).body]).toEqual([404, { ...body, request_id: expect.anything() }]);
    const names = async (who: LoggedIn, query = '') =>
      (await scene.app.http.get(`${BOARDS}?organization_id=1${query}`, as(who))).body.data.boards.map(({ name }: { name: string }) => name);
    expect([(await names(olivia)).includes('Only hidden'), (await names(vera)).includes('Only hidden')]).toEqual([true, false]);
    expect(await names(olivia, `&workspace_id=${workspace}`)).toEqual(['Only hidden', 'Report']);
    expect(await names(vera, `&workspace_id=${workspace}`)).toEqual([]);
    // What a person does not see they cannot put there, and do not take off.
    expect([(await create({ question_ids: [hidden] }, vera)).status, (await create({ question_ids: [999_999] }, vera)).status]).toEqual([
      404, 404,
    ]);
    const shared = await created({ name: 'Shared', question_ids: [first] }, vera);
    expect((await change(shared, 1, { question_ids: [first, hidden] }, olivia)).status).toBe(200);
    expect(titlesOf(await change(shared, 2, { question_ids: [second, first] }, vera))).toEqual(['Second', 'First']);
    expect(titlesOf(await read(shared, olivia))).toEqual(['Second', 'First', 'Unseen']);
  });

  it('are changed as saved questions are: by their author, and by people who verify', async () => {
    const { vera, adam, nora, oscar } = scene.users;
    const [first = 0] = open;
    const id = await created({ question_ids: [first] });
    expect((await change(id, 1, { name: 'Hers' }, vera)).status).toBe(403);
    expect((await scene.app.http.delete(one(id), as(vera, 1))).status).toBe(403);
    expect((await change(id, 1, { name: 'His' }, adam)).status).toBe(200);
    // Then it is for its author alone.
    const emptied = await created({ question_ids: [first] });
    expect(titlesOf(await change(emptied, 1, { question_ids: [] }, adam))).toEqual([]);
    expect([(await read(emptied, adam)).status, (await read(emptied, scene.users.mia)).status]).toEqual([404, 200]);
    const own = await created({ name: 'Of vera', question_ids: [] }, vera);
    expect([(await read(own, vera)).status, (await read(own, adam)).status]).toEqual([200, 404]);
    expect((await change(own, 1, { name: 'Still of vera' }, vera)).status).toBe(200);
    for (const [who, status] of [
      [oscar, 404],
      [nora, 403],
    ] as const) {
      expect([(await read(id, who)).status, (await change(id, 2, { name: 'Theirs' }, who)).status]).toEqual([status, status]);
      expect((await scene.app.http.delete(one(id), as(who, 2))).status).toBe(status);
    }
    expect([(await create({}, oscar)).status, (await create({}, nora)).status]).toEqual([403, 403]);
    expect((await create({ organization_id: 2, question_ids: [first] }, oscar)).status).toBe(404);
  });

  const trailOf = (id: number): Promise<{ action: string; outcome: string; detail: object }[]> =>
    scene.app.dataSource.query(
      `SELECT action, outcome, detail - 'permission' AS detail FROM audit_events
        WHERE target_type = 'board' AND target_id = $1 AND action <> 'board.created' ORDER BY id`,
      [String(id)],
    );

  it('lose what a person sees who deletes a board of which they see a part, and that person cannot tell the difference', async () => {
    const { adam, mia, olivia, vera } = scene.users;
    const [first = 0, second = 0] = open;
    const remove = (id: number, version: number, token: string) =>
      scene.app.http.delete(one(id), { token, headers: { 'If-Match': `"${version}"` } });
    await scene.app.dataSource.query(`UPDATE roles SET permissions = '{data_source.read,query.run,query.verify}' WHERE name = 'Asker'`);
    const whole = await created({ question_ids: [first, second] });
    const part = await created({ question_ids: [first, hidden, second] }, olivia);
    const answers = [await remove(whole, 1, vera.accessToken), await remove(part, 1, vera.accessToken)];
    expect(statuses(answers)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual({ ...answers[0]?.body, request_id: answers[1]?.body.request_id });
    expect([(await read(whole, vera)).status, (await read(part, vera)).status]).toEqual([404, 404]);
    expect([(await read(whole, mia)).status, titlesOf(await read(part, olivia))]).toEqual([404, ['Unseen']]);
    expect(await trailOf(part)).toEqual([
      { action: 'board.changed', outcome: 'success', detail: { version: 2, taken_off: [String(first), String(second)] } },
      { action: 'access.refused', outcome: 'refused', detail: {} },
    ]);
    expect(await trailOf(whole)).toEqual([
      expect.objectContaining({ action: 'board.deleted', outcome: 'success' }),
      { action: 'access.refused', outcome: 'refused', detail: {} },
      { action: 'access.refused', outcome: 'refused', detail: {} },
    ]);
    await scene.app.dataSource.query(`UPDATE roles SET permissions = '{data_source.read,query.run}' WHERE name = 'Asker'`);

    // A key of the author for one source.
    const [author] = await scene.app.dataSource.query(
      `SELECT id AS "userId", username, email, is_system_admin AS "isSystemAdmin" FROM users WHERE username = 'olivia'`,
    );
    const key = { id: 1, name: 'One source', organizationId: 1, permissions: ['query.run'], dataSourceIds: [scene.sourceId] } as const;
    const proof = { sessionId: 0, amr: [], acr: 'aal1', authenticatedAt: scene.app.clock.now(), mfaAt: null, deviceId: null } as const;
    const caller: Caller = { ...author, ...proof, ssoConnectionId: null, key };
    const own = await created({ name: 'Own', question_ids: [first, hidden] }, olivia);
    await scene.app.app.get(DeleteBoard).execute(caller, own, 1);
    await expect(scene.app.app.get(EnterBoard).execute(caller, own)).rejects.toMatchObject({ kind: 'not_found' });
    const place = { organizationId: 1, workspaceId: null };
    const { items } = await scene.app.app.get(ListBoards).execute(caller, place, { page: 1, limit: 100 });
    expect(items.filter(({ id }) => id === own)).toEqual([]);
    expect(titlesOf(await read(own, olivia))).toEqual(['Unseen']);
    expect((await remove(own, 2, olivia.accessToken)).status).toBe(200);
    expect((await read(own, adam)).status).toBe(404);
  });

  it('hold no more than 24 questions with those that are hidden, and count these to nobody', async () => {
    const { olivia, vera } = scene.users;
    const many = await Promise.all(Array.from({ length: 24 }, (_, at) => save(scene.sourceId, `Of many ${at}`, olivia)));
    const id = await created({ question_ids: many.slice(0, 22) }, vera);
    expect((await change(id, 1, { question_ids: [...many.slice(0, 22), hidden] }, olivia)).status).toBe(200);
    expect((await change(id, 2, { question_ids: many.slice(0, 23) }, vera)).status).toBe(200);
    const full = await change(id, 3, { question_ids: many }, vera);
    expect([full.status, full.text]).toEqual([
      409,
      expect.stringContaining('The board is full. Take a question off it before you add another.'),
    ]);
    expect((await change(id, 3, { question_ids: many.slice(0, 23).toReversed() }, vera)).status).toBe(200);
  });

  it('record who asks for one of which they see nothing, as for one that is not there, and what is refused to new ones', async () => {
    const { olivia, vera } = scene.users;
    const only = await created({ question_ids: [hidden] }, olivia);
    await read(only, vera);
    await read(999_998, vera);
    expect(await trailOf(only)).toEqual(await trailOf(999_998));
    expect(await trailOf(only)).toHaveLength(1);
    await create({ question_ids: [hidden] }, vera);
    const [last] = await scene.app.dataSource.query(
      `SELECT outcome, detail FROM audit_events WHERE action = 'board.created' ORDER BY id DESC LIMIT 1`,
    );
    expect(last).toEqual({ outcome: 'refused', detail: { reason: 'NotFound' } });
  });

  it('lose a question that is deleted, also while it is put there', async () => {
    const { mia } = scene.users;
    const gone = await save(scene.sourceId, 'Gone', mia);
    const [first = 0] = open;
    const id = await created({ question_ids: [gone, first] });
    const deleted = () => scene.app.http.delete(`/api/v1/saved-questions/${gone}`, as(mia, 1));
    const answers = await Promise.all([...Array.from({ length: AT_ONCE - 1 }, () => create({ question_ids: [gone] })), deleted()]);
    expect(answers.every(({ status }) => [200, 201, 404].includes(status))).toBe(true);
    expect(titlesOf(await read(id, mia))).toEqual(['First']);
    expect(await scene.app.dataSource.query('SELECT FROM board_questions WHERE question_id = $1', [gone])).toEqual([]);
    expect((await change(id, 1, { question_ids: [gone] })).status).toBe(404);
    // One of those that stay unseen.
    const { olivia, vera } = scene.users;
    const shared = await created({ question_ids: [first] }, vera);
    const more = await Promise.all(Array.from({ length: 8 }, (_, at) => save(hiddenSource, `Hidden ${at}`, olivia)));
    await change(shared, 1, { question_ids: [first, ...more] }, olivia);
    const ended = await Promise.all([
      ...more.map((id) => scene.app.http.delete(`/api/v1/saved-questions/${id}`, as(olivia, 1))),
      ...Array.from({ length: 8 }, () => change(shared, 2, { question_ids: [] }, vera)),
    ]);
    expect(statuses(ended).every((status) => [200, 412].includes(status))).toBe(true);
  });

  it('let one of twenty changes win, and hold the limit against twenty new ones', async () => {
    const { mia } = scene.users;
    const [first = 0, second = 0] = open;
    const id = await created({ question_ids: [first] });
    const orders = [[first, second], [second, first], [second], []];
    const changed = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => change(id, 1, { question_ids: orders[at % 4] })));
    expect(statuses(changed)).toEqual([200, ...Array(AT_ONCE - 1).fill(412)]);
    const winner = changed.find(({ status }) => status === 200);
    if (winner === undefined) throw new Error('Nobody won.');
    expect(titlesOf(await read(id, mia))).toEqual(titlesOf(winner));
    await scene.app.dataSource.query(
      `INSERT INTO boards (organization_id, name, version, created_by, changed_by, created_at, changed_at)
       SELECT 1, 'Full ' || n, 1, (SELECT id FROM users WHERE username = 'mia'), (SELECT id FROM users WHERE username = 'mia'), now(), now()
         FROM generate_series(1, 199 - (SELECT count(*)::int FROM boards WHERE organization_id = 1)) n`,
    );
    const many = await Promise.all(Array.from({ length: AT_ONCE }, () => create({})));
    expect(statuses(many)).toEqual([201, ...Array(AT_ONCE - 1).fill(409)]);
  });
});
