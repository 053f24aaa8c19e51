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
  [
    'principal.hasTag("regions") && principal.getTag("regions").contains("eu")',
    'value of own.regions "eu"',
    'Did you mean "EU"?',
  ],
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

  it('is none where there is what it names', async () => {
    const condition =
      'principal.roles.contains("viewer") && context.amr.contains("otp") && resource.labels.contains("restricted") && ' +
      'context has country && ["DE", "FR"].contains(context.country) && principal.hasTag("regions")';
    const text = `forbid (principal, action == Action::"query.run", resource is DataSource) when { ${condition} };`;
    expect(await warningsOf('policies', { text, examples: [] })).toEqual([]);
  });
});
