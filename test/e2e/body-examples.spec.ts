import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiDocument, readApiDocument } from '../setup/api-contract.js';
import { exampleBody } from '../../src/platform/http/example-body.js';
import { FixedClock } from '../support/fixed-clock.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { Migration } from '../support/waves.js';

/** What a person sends who copies the examples of the API reference. */
describe('the examples of request bodies', () => {
  let document: ApiDocument;
  let app: TestApp;
  let token: string;
  /** The template that the first of them makes. */
  let created = 0;
  beforeAll(async () => {
    document = readApiDocument();
    // An example of a start lies within a year of the day on which the service was started.
    app = await startTestApp({ clock: new FixedClock(new Date()) });
    token = (await logIn(app.http, 'olivia')).accessToken;
    const { status } = await app.http.post('/api/v1/data-sources/1/discover-schema', undefined, { token });
    expect(status).toBe(200);
  });
  afterAll(() => app.close());

  it.each([
    ['post', '/api/v1/prompt-templates', '', 201],
    ['put', '/api/v1/prompt-templates/{template_id}', '', 200],
    ['post', '/api/v1/prompt-templates/{template_id}/publish', '', 200],
    ['post', '/api/v1/prompt-templates/import', '?dry_run=true', 200],
    ['post', '/api/v1/prompt-templates/{template_id}/render', '', 200],
    ['post', '/api/v1/data-sources', '', 201],
    ['patch', '/api/v1/data-sources/{data_source_id}', '', 200],
    ['post', '/api/v1/data-sources/{data_source_id}/query/validate', '', 200],
    ['post', '/api/v1/organizations/{org_id}/scim-tokens', '', 201],
    ['put', '/api/v1/data-sources/{data_source_id}/tags', '', 200],
    ['post', '/api/v1/data-sources/{data_source_id}/tags/review', '', 200],
    ['post', '/api/v1/sso/abac/policies', '', 201],
    ['post', '/api/v1/sso/abac/policies/validate', '', 200],
    ['post', '/api/v1/sso/abac/policies/simulate', '', 200],
    ['post', '/api/v1/sso/abac/data-policies', '', 201],
    ['post', '/api/v1/sso/abac/data-policies/validate', '', 200],
  ])('are taken as they are by %s %s', async (method, path, query, status) => {
    const body = exampleBody(document, path, method);
    const isOfCreated = path.includes('prompt-templates') && !path.endsWith('/render');
    const id = isOfCreated ? created : 1;
    const answer = await app.http.send(method.toUpperCase(), path.replace(/{\w+}/, String(id)) + query, body, {
      token,
    });
    expect([answer.status, answer.body?.details]).toEqual([status, undefined]);
    expect(answer.body.data.problems ?? []).toEqual([]);
    expect(answer.body.data.valid ?? true).toBe(true);
    if (status === 201 && path.endsWith('prompt-templates')) created = answer.body.data.id;
  });

  /** Those that routes name, by a person who may use the routes. */
  async function sendNamed(isMeant: (path: string) => boolean, by: string): Promise<unknown[]> {
    const outcomes = [];
    for (const [path, methods] of Object.entries(document.paths).filter(([each]) => isMeant(each)))
      for (const { operationId, requestBody } of Object.values(methods)) {
        const examples = requestBody?.content['application/json']?.['examples'] as Record<string, { value: object }>;
        for (const [name, { value }] of Object.entries(examples ?? {})) {
          const answer = await app.http.post(path.replace(/{\w+}/, '1'), value, { token: by });
          outcomes.push([operationId, name, answer.status, answer.body?.details ?? answer.body?.code]);
        }
      }
    return outcomes;
  }
  const asksPolicies = (path: string): boolean => path.startsWith('/access/');

  it('are taken as they are by the routes of AuthZEN', async () => {
    expect(await sendNamed(asksPolicies, token)).toEqual([
      ['evaluateAccess', 'evaluation', 200, undefined],
      ['evaluateAccesses', 'evaluations', 200, undefined],
      ['searchSubjects', 'search', 200, undefined],
      ['searchResources', 'search', 200, undefined],
      ['searchActions', 'search', 200, undefined],
    ]);
  });

  it('are taken as they are where a body has several forms, and by the schedule of a wave', async () => {
    const migration = await Migration.prepare(app);
    await migration.plan();
    const admin = (await logIn(app.http, 'sysadmin')).accessToken;
    expect(await sendNamed((path) => !asksPolicies(path), admin)).toEqual([
      ['requestAccess', 'give_role', 201, undefined],
      ['requestAccess', 'reset_factors', 201, undefined],
      ['requestAccess', 'act_as_owner', 201, undefined],
      ['createWave', 'people', 201, undefined],
      ['createWave', 'group', 201, undefined],
    ]);
    const schedule = '/api/v1/sso/enforcement/migration-plan/{organization_id}/waves/{number}/schedule';
    const date = exampleBody(document, schedule, 'post');
    const { status, body } = await app.http.post(schedule.replaceAll(/{\w+}/g, '1'), date, { token: admin });
    expect([status, body.details]).toEqual([200, undefined]);
  });
});
