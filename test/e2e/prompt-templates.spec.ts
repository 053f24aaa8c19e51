import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';
import { type Send, logInAll, outcome, replacementOf, sender, templateBody } from '../support/prompt-templates.js';

const PATH = '/api/v1/prompt-templates';
const MISSING = 2_000_000_000;
const FIELDS = [
  'id',
  'organization_id',
  'name',
  'description',
  'template_text',
  'parameters',
  'category',
  'tags',
  'icon_url',
  'icon_presigned_url',
  'status',
  'compatible_data_source_ids',
  'is_system_template',
  'is_public',
  'usage_count',
  'created_by_user_id',
  'created_at',
  'updated_at',
];

describe('prompt templates', () => {
  let app: TestApp;
  let send: Send;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn, sysadmin: LoggedIn;

  beforeAll(async () => {
    app = await startTestApp();
    ({ olivia, adam, vera, oscar, nora, sysadmin } = await logInAll(app));
    send = sender(app);
  });
  beforeEach(() => app.dataSource.query('DELETE FROM prompt_templates WHERE id > 4'));
  afterAll(() => app.close());

  const create = async (given: object = {}, who = adam) => {
    const answer = await send(who, 'POST', PATH, templateBody(given));
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const publish = async (id: number, who = adam) => {
    const answer = await send(who, 'POST', `${PATH}/${id}/publish`, { message: 'First' });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body.data;
  };

  it('answers exactly the 18 fields, in their order, none of them null', async () => {
    const body = templateBody({ tags: ['rivers', 'ranking'], compatible_data_source_ids: [1] });
    const answer = await send(adam, 'POST', PATH, body);
    expect([answer.status, answer.body.message, answer.headers.get('etag')]).toEqual([201, 'Prompt template created.', '"1"']);
    const { data } = answer.body;
    expect(Object.keys(data)).toEqual(FIELDS);
    expect(Object.values(data)).not.toContain(null);
    expect(data).toMatchObject({
      ...body,
      status: 'draft',
      is_system_template: false,
      is_public: false,
      usage_count: 0,
      created_by_user_id: adam.userId,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(Object.keys(data.parameters[0])).toEqual(['name', 'type', 'required', 'description', 'default', 'enum']);
    const read = await send(olivia, 'GET', `${PATH}/${data.id}`);
    expect(read.body.data).toEqual(data);
    expect(read.headers.get('cache-control')).toBe('no-store');
  });

  it('shows readers what is published, and writers the working copy on demand', async () => {
    const template = await create();
    expect(outcome(await send(vera, 'GET', `${PATH}/${template.id}`))).toEqual([404, 'NOT_FOUND']);
    expect(await publish(template.id)).toMatchObject({ status: 'published', template_text: template.template_text });
    const changed = { ...replacementOf(template), description: 'Edited' };
    const edited = await send(adam, 'PUT', `${PATH}/${template.id}`, changed);
    expect([edited.status, edited.body.data.status, edited.body.data.description]).toEqual([200, 'draft', 'Edited']);
    for (const who of [vera, adam])
      expect((await send(who, 'GET', `${PATH}/${template.id}`)).body.data).toMatchObject({
        status: 'published',
        description: template.description,
      });
    expect((await send(adam, 'GET', `${PATH}/${template.id}?version=draft`)).body.data).toMatchObject({
      status: 'draft',
      description: 'Edited',
    });
    expect(outcome(await send(vera, 'GET', `${PATH}/${template.id}?version=draft`))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await send(oscar, 'GET', `${PATH}/${template.id}`))).toEqual([404, 'NOT_FOUND']);
    for (const who of [nora, sysadmin]) expect(outcome(await send(who, 'GET', `${PATH}/${template.id}`))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await send(nora, 'GET', `${PATH}/${MISSING}`))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await send(vera, 'GET', `${PATH}/${MISSING}`))).toEqual([404, 'NOT_FOUND']);
  });

  it('leads to the versions and to the working copy (RFC 5829)', async () => {
    const { id, ...template } = await create();
    await publish(id);
    const linkFor = async (who: LoggedIn) => (await send(who, 'GET', `${PATH}/${id}`)).headers.get('link');
    const history = `<${PATH}/${id}/versions>; rel="version-history"`;
    expect([await linkFor(adam), await linkFor(vera)]).toEqual([history, history]);
    await send(adam, 'PUT', `${PATH}/${id}`, { ...replacementOf(template), category: 'other' });
    expect(await linkFor(vera)).toBe(history);
    expect(await linkFor(adam)).toBe(`${history}, <${PATH}/${id}?version=draft>; rel="working-copy"`);
  });

  it('has templates 1 to 3 for organization 1 and a private one for organization 2 in the demo', async () => {
    const { prompt_templates } = (await send(vera, 'GET', PATH)).body.data;
    expect(prompt_templates.map(({ id, name, status }: never) => [id, name, status])).toEqual([
      [1, 'Longest rivers of a continent', 'published'],
      [2, 'Rivers of a country', 'published'],
      [3, 'Largest basins', 'published'],
    ]);
    expect(prompt_templates[0]).toMatchObject({
      compatible_data_source_ids: [1],
      is_public: false,
      created_by_user_id: olivia.userId,
      parameters: [
        { name: 'continent', type: 'enum', default: 'Europe' },
        { name: 'limit', type: 'integer' },
      ],
    });
    expect((await send(oscar, 'GET', `${PATH}/4`)).body.data).toMatchObject({ status: 'published', is_public: false });
    expect(outcome(await send(olivia, 'GET', `${PATH}/4`))).toEqual([404, 'NOT_FOUND']);
    const ids = (await send(adam, 'POST', PATH, templateBody())).body.data.id;
    expect(ids).toBeGreaterThan(4);
  });
});
