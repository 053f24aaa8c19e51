import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';
import { withApproval } from '../support/owner-approval.js';
import { type Send, type TemplateMaker, logInAll, makerOf, outcome, replacementOf, sender } from '../support/prompt-templates.js';

const PATH = '/api/v1/prompt-templates';
const MISSING = 2_000_000_000;

describe('the life of a prompt template', () => {
  let app: TestApp;
  let send: Send;
  let adam: LoggedIn, mia: LoggedIn, vera: LoggedIn, olivia: LoggedIn, sysadmin: LoggedIn;
  let make: TemplateMaker;

  beforeAll(async () => {
    app = await startTestApp();
    ({ adam, mia, vera, olivia, sysadmin } = await logInAll(app));
    send = sender(app);
    make = makerOf(send, adam);
  });
  beforeEach(() => app.dataSource.query('DELETE FROM prompt_templates WHERE id > 4'));
  afterAll(() => app.close());

  const post = (path: string, body?: unknown, headers?: Record<string, string>, who = adam) =>
    send(who, 'POST', `${PATH}/${path}`, body, headers);
  const edit = async (template: Record<string, unknown>, change: object) => {
    const answer = await send(adam, 'PUT', `${PATH}/${String(template['id'])}`, {
      ...replacementOf(template),
      ...change,
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer;
  };
  const auditOf = async (id: number) =>
    app.dataSource.query(
      `SELECT action, outcome, actor_user_id AS actor, organization_id AS organization, detail FROM audit_events
        WHERE target_type = 'prompt_template' AND target_id = $1 ORDER BY id`,
      [String(id)],
    );

  it('goes from draft over published and archived back to draft, and every step is on record', async () => {
    const template = await make.draft();
    const { id } = template;
    expect((await post(`${id}/publish`, { message: 'One' })).body.data.status).toBe('published');
    await edit(template, { description: 'Edited' });
    expect((await post(`${id}/publish`)).body.data).toMatchObject({ status: 'published', description: 'Edited' });
    expect((await post(`${id}/archive`)).body.data.status).toBe('archived');
    expect(outcome(await send(vera, 'GET', `${PATH}/${id}`))).toEqual([404, 'NOT_FOUND']);
    expect((await send(mia, 'GET', `${PATH}/${id}`)).body.data.status).toBe('archived');
    const restored = await post(`${id}/versions/1/restore`);
    expect(restored.body.data).toMatchObject({ status: 'draft', description: template.description });
    expect(outcome(await send(vera, 'GET', `${PATH}/${id}`))).toEqual([404, 'NOT_FOUND']);
    expect((await post(`${id}/publish`, {})).body.data.status).toBe('published');
    const { versions, pagination } = (await send(vera, 'GET', `${PATH}/${id}/versions`)).body.data;
    expect(versions.map(({ number, message }: never) => [number, message])).toEqual([
      [3, ''],
      [2, ''],
      [1, 'One'],
    ]);
    expect(pagination.total).toBe(3);
    // Equal contents, equal checksums: version 3 is version 1 again.
    expect(versions[0].checksum).toBe(versions[2].checksum);
    expect(versions[1].checksum).not.toBe(versions[2].checksum);
    const events = await auditOf(id);
    expect(events.map(({ action, outcome: how }: never) => `${String(action)} ${String(how)}`)).toEqual([
      'prompt_template.created success',
      'prompt_template.published success',
      'prompt_template.updated success',
      'prompt_template.published success',
      'prompt_template.archived success',
      'prompt_template.restored success',
      'prompt_template.published success',
    ]);
    expect(events[2]).toMatchObject({ actor: adam.userId, organization: 1, detail: { changed: ['description'] } });
    expect(events[6].detail).toEqual({ number: 3, checksum: versions[0].checksum });
  });

  it.each<[string, (id: number) => string[], string]>([
    ['publishing again without edits', (id) => [`${id}/publish`, `${id}/publish`], 'prompt_template.published'],
    ['archiving twice', (id) => [`${id}/archive`, `${id}/archive`], 'prompt_template.archived'],
    ['publishing an archived one', (id) => [`${id}/archive`, `${id}/publish`], 'prompt_template.published'],
  ])('refuses %s with 409, and leaves a trace', async (_, steps, action) => {
    const { id } = await make.draft();
    const answers = [];
    for (const step of steps(id)) answers.push(outcome(await post(step)));
    expect(answers).toEqual([
      [200, undefined],
      [409, 'CONFLICT'],
    ]);
    expect((await auditOf(id)).at(-1)).toMatchObject({ action, outcome: 'refused' });
  });

  it('refuses to edit an archived one with 409', async () => {
    const template = await make.draft();
    await post(`${template.id}/archive`);
    const answer = await send(adam, 'PUT', `${PATH}/${template.id}`, replacementOf(template));
    expect(outcome(answer)).toEqual([409, 'CONFLICT']);
  });

  it('keeps versions as they were published, whatever is edited afterwards', async () => {
    const template = await make.published({ tags: ['a', 'b'] });
    const before = await send(adam, 'GET', `${PATH}/${template.id}/versions/1`);
    expect(before.body.data.version).toEqual({
      number: 1,
      message: 'First',
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      published_by_user_id: adam.userId,
      author_user_id: adam.userId,
      published_at: app.clock.now().toISOString(),
      name: template.name,
      description: template.description,
      template_text: template.template_text,
      parameters: template.parameters,
      category: template.category,
      tags: ['a', 'b'],
      compatible_data_source_ids: [],
    });
    await edit(template, { name: 'Renamed', tags: [] });
    await post(`${template.id}/publish`);
    expect((await send(adam, 'GET', `${PATH}/${template.id}/versions/1`)).body).toEqual(before.body);
    const old = await send(vera, 'GET', `${PATH}/${template.id}?version=1`);
    expect(old.body.data).toMatchObject({ name: template.name, tags: ['a', 'b'], status: 'published' });
    expect((await send(vera, 'GET', `${PATH}/${template.id}`)).body.data).toMatchObject({ name: 'Renamed', tags: [] });
  });

  it('knows when edits were taken back: then there is nothing to publish', async () => {
    const template = await make.published();
    expect((await edit(template, { category: 'other' })).body.data.status).toBe('draft');
    expect((await edit(template, {})).body.data.status).toBe('published');
    expect(outcome(await post(`${template.id}/publish`))).toEqual([409, 'CONFLICT']);
  });

  it('takes only the ETag of the state that was read, on every change', async () => {
    const template = await make.draft();
    const { id } = template;
    const stale = { 'If-Match': '"1"' };
    expect((await edit(template, { category: 'other' })).headers.get('etag')).toBe('"2"');
    const put = (headers: Record<string, string>) => send(adam, 'PUT', `${PATH}/${id}`, replacementOf(template), headers);
    for (const answer of [
      await put(stale),
      await put({ 'If-Match': 'W/"2"' }),
      await put({ 'If-Match': 'rubbish' }),
      await post(`${id}/publish`, {}, stale),
      await post(`${id}/archive`, undefined, stale),
    ])
      expect(outcome(answer)).toEqual([412, 'PRECONDITION_FAILED']);
    const published = await post(`${id}/publish`, {}, { 'If-Match': '"2"' });
    expect([published.status, published.headers.get('etag')]).toEqual([200, '"3"']);
    expect(outcome(await post(`${id}/versions/1/restore`, undefined, stale))).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await put({ 'If-Match': '*' })).status).toBe(200);
    expect((await auditOf(id)).filter(({ outcome: how }: never) => how === 'refused')).toHaveLength(6);
  });

  it('lets one of 20 publish at the same time, and never gives a number twice', async () => {
    const template = await make.draft();
    const publishAll = (headers: Record<string, string>) =>
      Promise.all(Array.from({ length: 20 }, () => post(`${template.id}/publish`, {}, headers)));
    const first = await publishAll({});
    expect(first.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    const { headers } = await edit(template, { category: 'other' });
    const second = await publishAll({ 'If-Match': headers.get('etag') ?? '' });
    expect(second.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(412)]);
    const { versions } = (await send(adam, 'GET', `${PATH}/${template.id}/versions`)).body.data;
    expect(versions.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  });

  it('compares versions field by field, and the text line by line', async () => {
    const template = await make.published({ template_text: 'One {{continent}}\nTwo {{limit}}\nThree', tags: ['a'] });
    const { id } = template;
    await edit(template, { template_text: 'One {{continent}}\n2 {{limit}}\nThree', tags: ['a', 'b'] });
    const diff = (query: string, who = adam) => send(who, 'GET', `${PATH}/${id}/versions/diff?${query}`);
    const expected = {
      changes: [
        { field: 'template_text', from: template.template_text, to: 'One {{continent}}\n2 {{limit}}\nThree' },
        { field: 'tags', from: ['a'], to: ['a', 'b'] },
      ],
      text_diff: '@@ -1,3 +1,3 @@\n One {{continent}}\n-Two {{limit}}\n+2 {{limit}}\n Three',
    };
    expect((await diff('from=1&to=draft')).body.data).toEqual({ from: 1, to: 'draft', ...expected });
    expect(outcome(await diff('from=1&to=draft', vera))).toEqual([403, 'FORBIDDEN']);
    await post(`${id}/publish`);
    expect((await diff('from=1&to=2', vera)).body.data).toEqual({ from: 1, to: 2, ...expected });
    expect((await diff('from=2&to=2')).body.data).toEqual({ from: 2, to: 2, changes: [], text_diff: '' });
    expect(outcome(await diff('from=1&to=3'))).toEqual([404, 'NOT_FOUND']);
    for (const query of ['', 'from=1', 'to=1', 'from=draft&to=1', 'from=0&to=1', 'from=1&to=x', 'from=1&from=1&to=1'])
      expect(outcome(await diff(query))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('answers 404 for missing versions, and 400 for an invalid number', async () => {
    const { id } = await make.published();
    for (const path of [`versions/2`, `versions/${MISSING}`])
      expect(outcome(await send(adam, 'GET', `${PATH}/${id}/${path}`))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await send(adam, 'GET', `${PATH}/${id}?version=2`))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await post(`${id}/versions/2/restore`))).toEqual([404, 'NOT_FOUND']);
    for (const path of ['versions/0', 'versions/1e0', 'versions/99999999999', 'versions/-1'])
      expect(outcome(await send(adam, 'GET', `${PATH}/${id}/${path}`))).toEqual([400, 'VALIDATION_FAILED']);
    for (const version of ['0', 'latest', '', '1.0', '99999999999', '1&version=2'])
      expect(outcome(await send(adam, 'GET', `${PATH}/${id}?version=${version}`))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('deletes only what was never published', async () => {
    const draft = await make.draft();
    const published = await make.published();
    expect(outcome(await send(vera, 'DELETE', `${PATH}/${draft.id}`))).toEqual([403, 'FORBIDDEN']);
    const answer = await send(adam, 'DELETE', `${PATH}/${draft.id}`);
    expect([answer.status, answer.body.data]).toEqual([200, { success: true }]);
    expect((await auditOf(draft.id)).at(-1)).toMatchObject({ action: 'prompt_template.deleted', outcome: 'success' });
    expect(outcome(await send(adam, 'GET', `${PATH}/${draft.id}`))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await send(adam, 'DELETE', `${PATH}/${draft.id}`))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await send(adam, 'DELETE', `${PATH}/${published.id}`))).toEqual([409, 'CONFLICT']);
    await post(`${published.id}/archive`);
    expect(outcome(await send(adam, 'DELETE', `${PATH}/${published.id}`))).toEqual([409, 'CONFLICT']);
  });

  it('does not let anyone change a system template, and only system administrators make one', async () => {
    const template = await make.published();
    const { id } = template;
    const mark = (is_system_template: unknown, who: LoggedIn, of = id) => send(who, 'PUT', `${PATH}/${of}/system`, { is_system_template });
    expect(outcome(await mark(true, adam))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await mark('true', sysadmin))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await mark(true, sysadmin, MISSING))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await mark(true, sysadmin, (await make.draft()).id))).toEqual([409, 'CONFLICT']);
    // The answer has nothing of its content, because system administrators must not read it.
    expect(outcome(await mark(true, sysadmin))).toEqual([403, 'OWNER_APPROVAL_REQUIRED']);
    const approval = { asker: sysadmin.accessToken, owner: olivia.accessToken };
    const marked = await withApproval(app.http, approval, () => mark(true, sysadmin));
    expect(marked.body.data).toEqual({ id, is_system_template: true });
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'prompt_template.system_changed',
      actor: sysadmin.userId,
      organization: 1,
      detail: { is_system_template: true },
    });
    for (const answer of [
      await send(adam, 'PUT', `${PATH}/${id}`, { ...replacementOf(template), category: 'other' }),
      await post(`${id}/publish`),
      await post(`${id}/archive`),
      await post(`${id}/versions/1/restore`),
      await send(adam, 'DELETE', `${PATH}/${id}`),
    ])
      expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
    expect((await mark(false, sysadmin)).status).toBe(200);
    expect((await edit(template, { category: 'other' })).status).toBe(200);
  });

  it('checks the permission to publish before published content is shown to others', async () => {
    await app.dataSource.query(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions)
       VALUES (1, 'Writer', false, '{template.read,template.write}')`,
    );
    const members = `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = $2)
                      WHERE organization_id = 1 AND user_id = $1`;
    await app.dataSource.query(members, [mia.userId, 'Writer']);
    try {
      const draft = await make.draft();
      const published = await make.published();
      const put = (template: Record<string, unknown>) =>
        send(mia, 'PUT', `${PATH}/${String(template['id'])}`, { ...replacementOf(template), is_public: true });
      expect((await put(draft)).status).toBe(200);
      expect(outcome(await put(published))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await post(`${draft.id}/publish`, {}, {}, mia))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await post(`${draft.id}/archive`, {}, {}, mia))).toEqual([403, 'FORBIDDEN']);
    } finally {
      await app.dataSource.query(members, [mia.userId, 'editor']);
    }
  });

  it('counts uses one by one, 50 at the same time, without changing what is edited', async () => {
    const { CountUse } = await import('../../src/prompt-templates/application/count-use.js');
    const { id } = await make.published();
    const countUse = app.app.get(CountUse, { strict: false });
    await Promise.all(Array.from({ length: 50 }, () => countUse.execute(id)));
    const read = await send(vera, 'GET', `${PATH}/${id}`);
    expect([read.body.data.usage_count, read.headers.get('etag')]).toEqual([50, '"2"']);
  });
});
