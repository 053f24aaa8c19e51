import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';
import { type Send, type TemplateMaker, logInAll, makerOf, outcome, replacementOf, sender } from '../support/prompt-templates.js';

const PATH = '/api/v1/prompt-templates';

describe('exporting and importing prompt templates', () => {
  let app: TestApp;
  let send: Send;
  let adam: LoggedIn, vera: LoggedIn, mia: LoggedIn, oscar: LoggedIn, nora: LoggedIn, sysadmin: LoggedIn;
  let make: TemplateMaker;

  beforeAll(async () => {
    app = await startTestApp();
    ({ adam, vera, mia, oscar, nora, sysadmin } = await logInAll(app));
    send = sender(app);
    make = makerOf(send, adam);
    await app.dataSource.query(`UPDATE data_sources SET name = 'Shared name'`);
  });
  beforeEach(() => app.dataSource.query('DELETE FROM prompt_templates'));
  afterAll(() => app.close());

  const exported = async (ids?: readonly number[], organization = 1, who = adam) => {
    const choice = ids === undefined ? '' : `&ids=${ids.join(',')}`;
    const answer = await send(who, 'GET', `${PATH}/export?organization_id=${organization}${choice}`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const imported = (document: unknown, who = oscar, organization = 2, query = '') =>
    send(who, 'POST', `${PATH}/import${query}`, { organization_id: organization, document });
  const everything = () =>
    app.dataSource.query(
      `SELECT (SELECT json_agg(t ORDER BY id) FROM prompt_templates t) AS templates,
              (SELECT count(*)::int FROM prompt_template_versions) AS versions`,
    );

  it('writes contents, states and versions, and nothing that is an id', async () => {
    const template = await make.published({ name: 'Exported', compatible_data_source_ids: [1], is_public: true });
    await send(adam, 'PUT', `${PATH}/${template.id}`, { ...replacementOf(template), description: 'Not yet out' });
    const document = await exported();
    const { name, description, template_text, parameters, category, tags } = template;
    expect(document).toEqual({
      format: 'headgate.prompt-templates',
      version: 1,
      templates: [
        {
          name,
          description,
          template_text,
          parameters,
          category,
          tags,
          data_sources: ['Shared name'],
          status: 'published',
          checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
          versions: [
            {
              number: 1,
              message: 'First',
              checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
              published_at: app.clock.now().toISOString(),
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(document)).not.toMatch(/_id"|_ids"|"id"/);
  });

  it('exports what is asked for, to people who may write there', async () => {
    const [one, two] = [await make.draft({ name: 'one' }), await make.draft({ name: 'two' })];
    const foreign = await makerOf(send, oscar).published({ organization_id: 2, is_public: true });
    expect((await exported([two.id])).templates.map(({ name }: { name: string }) => name)).toEqual(['two']);
    expect((await exported()).templates).toHaveLength(2);
    const get = (query: string, who = adam) => send(who, 'GET', `${PATH}/export?${query}`);
    for (const who of [vera, oscar, nora, sysadmin]) expect(outcome(await get('organization_id=1', who))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await get(`organization_id=1&ids=${one.id},${foreign.id}`))).toEqual([404, 'NOT_FOUND']);
    for (const query of ['', 'organization_id=x', 'organization_id=1&ids=', 'organization_id=1&ids=1,,2', 'organization_id=1&ids=1&ids=2'])
      expect(outcome(await get(query))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('moves templates to another organization, where its own data source has the name', async () => {
    const template = await make.published({ name: 'Moved', compatible_data_source_ids: [1], is_public: true });
    await make.draft({ name: 'Unfinished' });
    const document = await exported();
    const dry = await imported(document, oscar, 2, '?dry_run=true');
    expect(dry.body.data).toEqual({
      dry_run: true,
      created: [
        { name: 'Moved', status: 'published' },
        { name: 'Unfinished', status: 'draft' },
      ],
      updated: [],
      unchanged: [],
      problems: [],
    });
    expect((await exported(undefined, 2, oscar)).templates).toEqual([]);
    const done = await imported(document);
    expect([done.status, done.body.data]).toEqual([200, { ...dry.body.data, dry_run: false }]);
    const { prompt_templates } = (await send(oscar, 'GET', `${PATH}?shared=false&sort=name`)).body.data;
    expect(prompt_templates[0]).toMatchObject({
      ...replacementOf(template),
      organization_id: 2,
      status: 'published',
      compatible_data_source_ids: [2],
      // Only a person of this organization can decide to show it to others.
      is_public: false,
      created_by_user_id: oscar.userId,
      usage_count: 0,
    });
    expect(prompt_templates[1]).toMatchObject({ name: 'Unfinished', status: 'draft' });
    // The same again changes nothing; and what is exported there is the same document.
    const before = await everything();
    expect((await imported(document)).body.data).toMatchObject({ created: [], updated: [], unchanged: [{}, {}] });
    expect(await everything()).toEqual(before);
    const again = await exported(undefined, 2, oscar);
    const checksums = ({ templates }: { templates: { checksum: string }[] }) => templates.map(({ checksum }) => checksum);
    expect(checksums(again)).toEqual(checksums(document));
  });

  it('updates what differs, as a new version, and leaves the rest alone', async () => {
    const template = await make.published({ name: 'Changing' });
    const old = await exported();
    await send(adam, 'PUT', `${PATH}/${template.id}`, { ...replacementOf(template), category: 'other' });
    await send(adam, 'POST', `${PATH}/${template.id}/publish`, {});
    const back = await imported(old, adam, 1);
    expect(back.body.data).toMatchObject({ updated: [{ name: 'Changing', status: 'published' }], created: [] });
    const { versions } = (await send(adam, 'GET', `${PATH}/${template.id}/versions`)).body.data;
    expect(versions.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1]);
    expect((await send(vera, 'GET', `${PATH}/${template.id}`)).body.data.category).toBe('hydrology');
  });

  it('leaves it a draft for people who may write but not publish', async () => {
    await make.published({ name: 'Published there' });
    const document = await exported();
    await app.dataSource.query('DELETE FROM prompt_templates');
    await app.dataSource.query(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions)
       VALUES (1, 'Writer', false, '{template.read,template.write}')`,
    );
    const setRole = (name: string) =>
      app.dataSource.query(
        `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = $2)
          WHERE organization_id = 1 AND user_id = $1`,
        [mia.userId, name],
      );
    await setRole('Writer');
    try {
      const answer = await imported(document, mia, 1);
      expect(answer.body.data.created).toEqual([{ name: 'Published there', status: 'draft' }]);
    } finally {
      await setRole('editor');
    }
  });

  it.each<[string, (template: Record<string, unknown>) => unknown[], string]>([
    ['was tampered with', (one) => [{ ...one, template_text: 'Drop {{continent}} {{limit}}' }], 'templates[0].checksum'],
    ['is there twice', (one) => [one, one], 'templates[1].name'],
    ['needs an unknown data source', (one) => [{ ...one, data_sources: ['Elsewhere'] }], 'templates[0].data_sources'],
    ['has a parameter of no type', (one) => [{ ...one, parameters: [{ name: 'a' }] }], 'templates[0].parameters[0].type'],
    ['has a placeholder too many', (one) => [{ ...one, template_text: '{{gone}}' }], 'templates[0].template_text'],
  ])('tells when a template %s, in a dry run and by refusing all of it', async (_, change, field) => {
    await make.published({ name: 'Good' });
    const document = await exported();
    const [one] = document.templates;
    const bad = { ...document, templates: change(one) };
    const dry = await imported(bad, oscar, 2, '?dry_run=true');
    expect([dry.status, dry.body.data.problems.map(({ field: at }: never) => at)]).toEqual([
      200,
      expect.arrayContaining([`document.${field}`]),
    ]);
    const before = await everything();
    const answer = await imported(bad);
    expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details).toMatchObject(dry.body.data.problems);
    expect(await everything()).toEqual(before);
  });

  it('does not touch archived and system templates', async () => {
    const archived = await make.published({ name: 'Archived' });
    const system = await make.published({ name: 'System' });
    const document = await exported();
    await send(adam, 'POST', `${PATH}/${archived.id}/archive`);
    await app.dataSource.query('UPDATE prompt_templates SET is_system_template = true WHERE id = $1', [system.id]);
    const answer = await imported(document, adam, 1);
    expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details.map(({ field }: { field: string }) => field)).toEqual([
      'document.templates[0].name',
      'document.templates[1].name',
    ]);
  });

  it('imports once, however many requests do it at the same time', async () => {
    for (const name of ['a', 'b', 'c']) await make.published({ name });
    const document = await exported();
    const answers = await Promise.all(Array.from({ length: 8 }, () => imported(document)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect((await exported(undefined, 2, oscar)).templates).toHaveLength(3);
    expect(answers.filter(({ body }) => body.data?.created.length === 3)).toHaveLength(1);
  });

  it('takes a document that is larger than other bodies may be', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `${index} {{continent}} {{limit}} ${'x'.repeat(30_000)}`);
    for (const [index, template_text] of texts.entries()) await make.draft({ name: `Long ${index}`, template_text });
    const answer = await imported(await exported());
    expect([answer.status, answer.body.data.created.length]).toEqual([200, 12]);
    expect(outcome(await imported({ padding: 'x'.repeat(1024 * 1024) }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'x'],
    ['another format', { format: 'other', version: 1, templates: [] }],
    ['a later version', { format: 'headgate.prompt-templates', version: 2, templates: [] }],
    ['no templates', { format: 'headgate.prompt-templates', version: 1 }],
    ['an unknown field', { format: 'headgate.prompt-templates', version: 1, templates: [], extra: 1 }],
    ['a template that is null', { format: 'headgate.prompt-templates', version: 1, templates: [null] }],
    ['a template without anything', { format: 'headgate.prompt-templates', version: 1, templates: [{}] }],
    ['a template with an id', { format: 'headgate.prompt-templates', version: 1, templates: [{ id: 1 }] }],
  ])('refuses %s for a document with 400', async (_, document) => {
    expect(outcome(await imported(document))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is only for people who may write in the organization', async () => {
    await make.draft();
    const document = await exported();
    for (const who of [vera, oscar, nora, sysadmin]) expect(outcome(await imported(document, who, 1))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await imported(document, adam, 1, '?dry_run=maybe'))).toEqual([400, 'VALIDATION_FAILED']);
  });
});
