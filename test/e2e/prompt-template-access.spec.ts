import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';
import { withApproval } from '../support/owner-approval.js';
import { type Send, type Template, logInAll, makerOf, outcome, replacementOf, sender, templateBody } from '../support/prompt-templates.js';

const PATH = '/api/v1/prompt-templates';
const MISSING = 2_000_000_000;

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

describe('who finds which prompt template', () => {
  let app: TestApp;
  let send: Send;
  let who: Awaited<ReturnType<typeof logInAll>>;
  let adam: LoggedIn, oscar: LoggedIn;
  /** Every route about one template, as `METHOD path`. */
  let routes: string[];
  let kinds: Record<string, Template>;

  beforeAll(async () => {
    app = await startTestApp();
    who = await logInAll(app);
    ({ adam, oscar } = who);
    send = sender(app);
    const { router } = app.app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
    routes = router.stack
      .flatMap(({ route }) => (route === undefined ? [] : [route]))
      .flatMap(({ path, methods }) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .filter((route) => route.includes(`${PATH}/:template_id`));
    const mine = makerOf(send, adam);
    kinds = {
      draft: await mine.draft({ is_public: true }),
      private: await mine.published(),
      public: await mine.published({ is_public: true }),
      system: await mine.published(),
      archived: await mine.published({ is_public: true }),
    };
    await send(adam, 'POST', `${PATH}/${idOf('archived')}/archive`);
    const approval = { asker: who.sysadmin.accessToken, owner: who.olivia.accessToken };
    const system = { is_system_template: true };
    await withApproval(app.http, approval, () => send(who.sysadmin, 'PUT', `${PATH}/${idOf('system')}/system`, system));
  });
  afterAll(() => app.close());

  const idOf = (kind: string): number => kinds[kind]?.id ?? 0;
  /** What each route takes, so that nothing but the template itself can be why it is refused. */
  const visit = (route: string, by: LoggedIn, id: number | string) => {
    const [method = '', pattern = ''] = route.split(' ');
    const query = pattern.endsWith('/diff') ? '?from=1&to=1' : '';
    const path = pattern.replace(':template_id', String(id)).replace(':number', '1');
    const bodies: Record<string, unknown> = {
      [`PUT ${PATH}/:template_id`]: replacementOf(templateBody()),
      [`PUT ${PATH}/:template_id/system`]: { is_system_template: true },
      [`POST ${PATH}/:template_id/render`]: { parameters: {} },
      [`POST ${PATH}/:template_id/execute`]: { parameters: {} },
    };
    const body = method === 'GET' || method === 'DELETE' ? undefined : (bodies[route] ?? {});
    return send(by, method, `${path}${query}`, body);
  };
  /** Raw images need a body of their own; their routes are walked where they are tested. */
  const walked = () => routes.filter((route) => !/\/icon$/.test(route));

  it('walks every route about one', () => {
    expect(walked().length).toBeGreaterThanOrEqual(10);
  });

  it('hides what another organization does not share, on every route: 404', async () => {
    for (const kind of ['draft', 'private', 'archived'])
      for (const route of walked()) {
        if (route.endsWith('/system')) continue;
        const answer = await visit(route, oscar, idOf(kind));
        expect([route, kind, ...outcome(answer)]).toEqual([route, kind, 404, 'NOT_FOUND']);
        // Word for word what a template gets that does not exist.
        const { code, message } = (await visit(route, oscar, MISSING)).body;
        expect(answer.body).toMatchObject({ code, message });
      }
  });

  it('reveals nothing to people without an organization, on every route: 403', async () => {
    for (const by of [who.nora, who.sysadmin])
      for (const route of walked()) {
        if (by === who.sysadmin && route.endsWith('/system')) continue;
        for (const id of [idOf('public'), idOf('private'), MISSING])
          expect([route, id, ...outcome(await visit(route, by, id))]).toEqual([route, id, 403, 'FORBIDDEN']);
      }
  });

  it.each(['0', '-1', '1e0', '1.0', 'x', '99999999999', '%00', '1%20', 'null'])('refuses %s for an id on every route: 400', async (id) => {
    for (const route of walked()) expect([route, ...outcome(await visit(route, adam, id))]).toEqual([route, 400, 'VALIDATION_FAILED']);
  });

  // Reading, reading a version, changing, publishing; by kind of template and by who asks.
  it.each<[string, string, number[]]>([
    ['olivia', 'draft', [200, 404, 200, 200]],
    ['adam', 'private', [200, 200, 200, 200]],
    ['mia', 'archived', [200, 200, 409, 409]],
    ['mia', 'private', [200, 200, 200, 200]],
    ['mia', 'system', [200, 200, 403, 403]],
    ['vera', 'draft', [404, 404, 403, 403]],
    ['vera', 'archived', [404, 404, 403, 403]],
    ['vera', 'private', [200, 200, 403, 403]],
    ['vera', 'public', [200, 200, 403, 403]],
    ['vera', 'system', [200, 200, 403, 403]],
    ['oscar', 'draft', [404, 404, 404, 404]],
    ['oscar', 'archived', [404, 404, 404, 404]],
    ['oscar', 'private', [404, 404, 404, 404]],
    ['oscar', 'public', [200, 403, 403, 403]],
    ['oscar', 'system', [200, 403, 403, 403]],
    ['nora', 'public', [403, 403, 403, 403]],
    ['sysadmin', 'public', [403, 403, 403, 403]],
  ])('lets %s do with a %s template what they may, and no more', async (name, kind, expected) => {
    const by = who[name as keyof typeof who];
    // Of its own, for what one may do changes it.
    const id = ['draft', 'private'].includes(kind) && expected[2] === 200 ? (await copyOf(kind)).id : idOf(kind);
    const answers = [
      await send(by, 'GET', `${PATH}/${id}`),
      await send(by, 'GET', `${PATH}/${id}/versions/1`),
      await send(by, 'PUT', `${PATH}/${id}`, replacementOf(templateBody())),
      await send(by, 'POST', `${PATH}/${id}/publish`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  const copyOf = (kind: string): Promise<Template> => {
    const mine = makerOf(send, adam);
    return kind === 'draft' ? mine.draft() : mine.published();
  };

  it('shows of what others share the published version, and neither history nor edits', async () => {
    const template = await makerOf(send, adam).published({ is_public: true });
    const { id } = template;
    await send(adam, 'PUT', `${PATH}/${id}`, { ...replacementOf(template), description: 'Not yet' });
    const read = await send(oscar, 'GET', `${PATH}/${id}`);
    expect([read.body.data.description, read.headers.get('link')]).toEqual([template['description'], null]);
    expect((await send(oscar, 'GET', `${PATH}/${id}?version=1`)).status).toBe(200);
    for (const path of ['?version=draft', '?version=2', '/versions', '/versions/diff?from=1&to=draft'])
      expect([path, ...outcome(await send(oscar, 'GET', `${PATH}/${id}${path}`))]).toEqual([path, 403, 'FORBIDDEN']);
  });

  it('does not count it as a refusal when people read what others share', async () => {
    const count = async (): Promise<number> =>
      (await app.dataSource.query(`SELECT count(*)::int AS n FROM audit_events WHERE outcome = 'refused'`))[0].n;
    const before = await count();
    expect((await send(oscar, 'GET', `${PATH}/${idOf('public')}`)).status).toBe(200);
    expect(await count()).toBe(before);
    await send(oscar, 'GET', `${PATH}/${idOf('private')}`);
    expect(await count()).toBe(before + 1);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown field', { owner: 1 }, 'owner'],
    ['a status', { status: 'published' }, 'status'],
    ['a system template', { is_system_template: true }, 'is_system_template'],
    ['a count of uses', { usage_count: 5 }, 'usage_count'],
    ['no name', { name: ' ' }, 'name'],
    ['a name with NUL', { name: 'a\0' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['an empty text', { template_text: '' }, 'template_text'],
    ['a long text', { template_text: 'x'.repeat(32_001) }, 'template_text'],
    ['a text with NUL', { template_text: 'a\0' }, 'template_text'],
    ['a text with half a character', { template_text: 'a\ud800' }, 'template_text'],
    ['a text that is a number', { template_text: 1 }, 'template_text'],
    ['a description with half a character', { description: '\udc00' }, 'description'],
    ['a description that is null', { description: null }, 'description'],
    ['parameters that are an object', { parameters: {} }, 'parameters'],
    ['a parameter that is null', { parameters: [null] }, 'parameters[0]'],
    ['a parameter that is a text', { parameters: ['x'] }, 'parameters[0]'],
    ['a parameter with NUL', { parameters: [{ name: 'a', type: 'string', required: true, description: '\0' }] }, 'parameters'],
    ['a parameter of no type', { parameters: [{ name: 'a', type: 'blob', required: true }] }, 'parameters[0].type'],
    ['tags that are a text', { tags: 'x' }, 'tags'],
    ['a tag twice', { tags: ['a', 'a'] }, 'tags'],
    ['an empty tag', { tags: [''] }, 'tags[0]'],
    ['a tag with a line break', { tags: ['a\nb'] }, 'tags[0]'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, index) => String(index)) }, 'tags'],
    ['a data source that is a text', { compatible_data_source_ids: ['1'] }, 'compatible_data_source_ids[0]'],
    ['a huge data source', { compatible_data_source_ids: [2 ** 31] }, 'compatible_data_source_ids[0]'],
    ['a data source twice', { compatible_data_source_ids: [1, 1] }, 'compatible_data_source_ids'],
    ['a missing data source', { compatible_data_source_ids: [1, MISSING] }, 'compatible_data_source_ids'],
    ['a data source of others', { compatible_data_source_ids: [2] }, 'compatible_data_source_ids'],
    ['is_public as a text', { is_public: 'true' }, 'is_public'],
  ])('refuses %s with 400 and names the field, on creation and on change', async (_, change, field) => {
    const { id } = await makerOf(send, adam).draft();
    for (const answer of [
      await send(adam, 'POST', PATH, templateBody(change)),
      await send(adam, 'PUT', `${PATH}/${id}`, { ...replacementOf(templateBody()), ...change }),
    ]) {
      expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
    }
  });

  it('names every data source that is not of the organization', async () => {
    const answer = await send(adam, 'POST', PATH, templateBody({ compatible_data_source_ids: [2, 1, MISSING] }));
    expect(answer.body.details.map(({ message }: { message: string }) => message)).toEqual([
      'The organization has no data source 2.',
      `The organization has no data source ${MISSING}.`,
    ]);
  });

  it('needs every field to replace a template, and only name and text to create one', async () => {
    const { id } = await makerOf(send, adam).draft();
    for (const body of [{}, { name: 'x' }, { ...replacementOf(templateBody()), tags: undefined }])
      expect(outcome(await send(adam, 'PUT', `${PATH}/${id}`, body))).toEqual([400, 'VALIDATION_FAILED']);
    const least = await send(adam, 'POST', PATH, { organization_id: 1, name: 'Least', template_text: 'Hello' });
    expect(least.body.data).toMatchObject({
      description: '',
      parameters: [],
      category: 'general',
      tags: [],
      compatible_data_source_ids: [],
      is_public: false,
    });
  });

  it('keeps a text as it is, whatever is in it', async () => {
    const template_text = `{{limit}} {{continent}} \\{{x}} $& $1 '";-- \u202e 𝄞 \u{1F30A} \r\n\t { } {{`;
    const { id } = await makerOf(send, adam).draft({ template_text });
    expect((await send(adam, 'GET', `${PATH}/${id}`)).body.data.template_text).toBe(template_text);
  });

  it('creates for people who may write, and lets one of 20 take a name', async () => {
    for (const by of [who.vera, oscar, who.nora, who.sysadmin])
      expect(outcome(await send(by, 'POST', PATH, templateBody()))).toEqual([403, 'FORBIDDEN']);
    const body = templateBody({ name: 'Wanted' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(who.mia, 'POST', PATH, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    expect((await send(oscar, 'POST', PATH, { ...body, organization_id: 2 })).status).toBe(201);
    const { id } = await makerOf(send, adam).draft();
    const taken = await send(adam, 'PUT', `${PATH}/${id}`, replacementOf(body));
    expect(outcome(taken)).toEqual([409, 'CONFLICT']);
  });

  it('publishes only what fits together, and lists all that does not', async () => {
    const { id } = await makerOf(send, adam).draft({ template_text: 'Only {{limit}} and {{unknown}}' });
    const answer = await send(adam, 'POST', `${PATH}/${id}/publish`);
    expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details.map(({ field }: { field: string }) => field)).toEqual(['template_text', 'parameters[0].name']);
    expect((await send(adam, 'GET', `${PATH}/${id}`)).body.data.status).toBe('draft');
  });
});
