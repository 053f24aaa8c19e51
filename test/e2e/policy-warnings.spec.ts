import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** A literal of each kind that names nothing, and what the organization has instead. */
const CASES = [
  ['principal.roles.contains("viewr")', 'role "viewr"', 'Did you mean "viewer"?'],
  ['["Viewer"].containsAny(principal.roles)', 'role "Viewer"', 'Did you mean "viewer"?'],
  ['principal.groups.contains("Nobodies")', 'group "Nobodies"', null],
  ['principal == User::"mia"', 'member with the id "mia"', null],
  ['context.amr.contains("totp")', 'way to log in "totp"', 'Did you mean "otp"?'],
  ['context.acr == "aal9"', 'assurance level "aal9"', 'Did you mean "aal1"?'],
  ['context has country && context.country == "Germany"', 'country code', 'Write two capital letters, such as "DE".'],
  ['context has connectionId && context.connectionId == 987654', 'connection with the id "987654"', null],
  ['principal.hasTag("reginos")', 'attribute of members "reginos"', 'Did you mean "regions"?'],
  ['principal.hasTag("regions") && principal.getTag("regions").contains("eu")', 'value of own.regions "eu"', 'Did you mean "EU"?'],
  ['resource.labels.contains("Restricted")', 'label "Restricted"', 'Did you mean "restricted"?'],
  ['resource == DataSource::"99999"', 'data source with the id "99999"', null],
] as const;

describe('a condition that names nothing', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp();
    const olivia = await logIn(app.http, 'olivia');
    token = olivia.accessToken;
    await app.dataSource.query(`UPDATE workspaces SET labels = '{restricted}' WHERE id = 1`);
    const path = `/api/v1/organizations/1/members/${olivia.userId}/attributes`;
    expect((await app.http.put(path, { attributes: { regions: ['EU'] } }, { token })).status).toBe(200);
  });
  afterAll(() => app.close());

  const warningsOf = async (path: string, body: object) => {
    const answer = await app.http.post(`/api/v1/sso/abac/${path}/validate`, { organization_id: 1, ...body }, { token });
    expect([answer.status, answer.body.data.problems]).toEqual([200, []]);
    return answer.body.data.warnings;
  };

  it('is told in German, with what Cedar says of a mistake, and what does not fit a data source', async () => {
    const headers = { 'Accept-Language': 'de' };
    const told = async (path: string, body: object) =>
      (await app.http.post(`/api/v1/sso/abac/${path}/validate`, { organization_id: 1, ...body }, { token, headers })).body.data;
    const misspelt = await told('policies', { text: 'forbid (principal, action, resource) when { principal.roles.contains("viewr") };' });
    expect(misspelt.warnings).toMatchObject([
      { message: 'Es gibt keine Rolle „viewr“, deshalb trifft das nie zu.', hint: 'Meinten Sie „viewer“?' },
    ]);
    const broken = await told('policies', { text: 'forbid (principal, action, resource) when { context.network.isInRange(ip("x")) };' });
    expect(broken.problems).toMatchObject([
      { message: '`"x"` ist keine IP-Adresse und kein Netz.', hint: expect.stringContaining('Netze (CIDR)') },
    ]);
    const rules = [
      { kind: 'tag', tag: 'nowhere', effect: 'deny' },
      { kind: 'relation', schema: 'public', relation: 'gone' },
    ];
    const data = await told('data-policies', { applies_when: 'principal.roles.contains("viewr")', rules });
    expect(data.problems).toMatchObject([{ message: expect.stringContaining('Eine Tabelle gehört zu einer Datenquelle.') }]);
    expect(data.warnings.map(({ message }: { message: string }) => message)).toEqual([
      'Es gibt keine Rolle „viewr“, deshalb trifft das nie zu.',
      expect.stringContaining('Noch keine Spalte trägt den Tag nowhere'),
    ]);
    expect(data.conditions).toEqual({ join: 'all', conditions: [{ kind: 'roles', name: null, values: ['viewr'] }] });
  });

  it.each(CASES)('is warned of in both kinds of policy: %s', async (condition, what, hint) => {
    const text = `forbid (principal, action == Action::"query.run", resource is DataSource) when {\n${condition} };`;
    const expected = [expect.objectContaining({ message: expect.stringContaining(what), hint })];
    expect(await warningsOf('policies', { text, examples: [] })).toEqual(expected);
    const data = await warningsOf('data-policies', {
      applies_when: condition,
      rules: [{ kind: 'tag', tag: 'pii', effect: 'deny' }],
    });
    expect(data.filter(({ field }: { field: string }) => field === 'applies_when')).toEqual(expected);
  });

  it('is told in the list, where the text is read, and in each answer that writes or moves it', async () => {
    const forbidding = (role: string) =>
      `forbid (principal, action == Action::"query.run", resource is DataSource) when { principal.roles.contains("${role}") };`;
    const examples = [
      {
        name: 'A reader',
        expected: 'refused',
        action: 'query.run',
        resource: { type: 'DataSource' },
        principal: { roles: ['viewr'] },
      },
    ];
    const said = {
      message: 'There is no role "viewr", so this never applies.',
      hint: 'Did you mean "viewer"?',
    };
    const ofExample = { ...said, message: `Test "A reader": ${said.message}` };
    const POLICIES = '/api/v1/sso/abac/policies';
    const body = { organization_id: 1, name: 'Readers', text: forbidding('viewr'), examples };
    const made = await app.http.post(POLICIES, body, { token });
    expect([made.status, made.body.data.warnings]).toEqual([
      201,
      [expect.objectContaining({ ...said, line: 1 }), expect.objectContaining({ ...ofExample, line: null })],
    ]);
    const { id } = made.body.data.policy;
    let etag = made.headers.get('etag');
    const step = async (path: string, sent?: object) => {
      const headers = { 'If-Match': String(etag) };
      const answer = await app.http.post(`${POLICIES}/${id}/versions${path}`, sent, { token, headers });
      etag = answer.headers.get('etag');
      return answer.body.data.warnings;
    };
    expect(await step('/1/shadow')).toEqual(made.body.data.warnings);
    expect(await step('', { text: forbidding('viewer'), examples: [] })).toEqual([]);
    const read = await app.http.get(`${POLICIES}/${id}`, { token });
    const named = { kind: 'role', name: 'viewr', deleted: false, ...said };
    expect(read.body.data.versions.map((one: { names_nothing: unknown }) => one.names_nothing)).toEqual([[], [named]]);
    const list = async () => {
      const { policies } = (await app.http.get(`${POLICIES}?organization_id=1`, { token })).body.data;
      const { names_nothing: names, last_matched_at: met } = policies.find((one: { id: number }) => one.id === id);
      return [names, met];
    };
    // The version in shadow says it, and it has met nobody.
    expect(await list()).toEqual([[{ version: 1, ...named }], null]);
    expect(await step('/1/activate')).toEqual(made.body.data.warnings);
    expect(await step('/2/activate')).toEqual([]);
    expect(await list()).toEqual([[], null]);
  });

  it('is told of data policies as well, in conditions and in rules', async () => {
    const PATH = '/api/v1/sso/abac/data-policies';
    const body = {
      organization_id: 1,
      name: 'Readers',
      applies_when: 'principal.roles.contains("viewr")',
      rules: [{ kind: 'tag', tag: 'pii', effect: 'deny' }],
    };
    const made = await app.http.post(PATH, body, { token });
    const ofRole = { field: 'applies_when', message: expect.stringContaining('role "viewr"') };
    const ofTag = { field: 'rules[0].tag', message: expect.stringContaining('No column has the tag pii yet') };
    const warned = [
      expect.objectContaining({ ...ofRole, line: 1, hint: 'Did you mean "viewer"?' }),
      expect.objectContaining({ ...ofTag, line: null, hint: null }),
    ];
    expect([made.status, made.body.data.warnings]).toEqual([201, warned]);
    const path = `${PATH}/${made.body.data.data_policy.id}`;
    const listed = async () => {
      const { data_policies: all } = (await app.http.get(`${PATH}?organization_id=1`, { token })).body.data;
      const one = (await app.http.get(path, { token })).body.data.data_policy;
      expect(all).toContainEqual(one);
      return one.names_nothing;
    };
    const names = [
      { ...ofRole, kind: 'role', name: 'viewr', deleted: false, hint: 'Did you mean "viewer"?' },
      { ...ofTag, kind: 'tag', name: 'pii', deleted: false, hint: null },
    ];
    expect(await listed()).toEqual(names);
    const { organization_id: _, ...content } = body;
    const headers = (etag: unknown) => ({ token, headers: { 'If-Match': String(etag) } });
    const changed = await app.http.put(path, { ...content, description: 'For readers.' }, headers(made.headers.get('etag')));
    expect([changed.status, changed.body.data.warnings]).toEqual([200, warned]);
    const active = await app.http.post(`${path}/activate`, undefined, headers(changed.headers.get('etag')));
    expect([active.status, active.body.data.warnings]).toEqual([200, warned]);
    await app.dataSource.query(`UPDATE data_policies SET status = 'disabled'`);
  });

  it('is none where there is what it names', async () => {
    const condition =
      'principal.roles.contains("viewer") && context.amr.contains("otp") && resource.labels.contains("restricted") && ' +
      'context has country && ["DE", "FR"].contains(context.country) && principal.hasTag("regions")';
    const text = `forbid (principal, action == Action::"query.run", resource is DataSource) when { ${condition} };`;
    expect(await warningsOf('policies', { text, examples: [] })).toEqual([]);
  });
});
