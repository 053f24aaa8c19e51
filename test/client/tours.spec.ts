import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HeadgateClient, type LoginStep, memoryStore, unwrap } from '../../clients/typescript/dist/index.js';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import { nextTotp } from '../support/mfa.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const SOURCE = { params: { path: { data_source_id: 1 } } };
const TEMPLATE = { params: { path: { template_id: 1 } } };

type Step<Kind extends LoginStep['kind']> = Extract<LoginStep, { kind: Kind }>;

function expectStep<Kind extends LoginStep['kind']>(step: LoginStep, kind: Kind): asserts step is Step<Kind> {
  expect(step.kind).toBe(kind);
}

/** The same steps as in the README and the docs, by programs that the compiler has checked against the API document. */
describe('the tours, by the TypeScript client', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  // A code of mia's authenticator app is good once.
  beforeEach(() => app.clock.advance({ minutes: 1 }));
  afterAll(() => app.close());

  const clientOf = async (username: string): Promise<HeadgateClient> => {
    const client = new HeadgateClient({ baseUrl: app.url });
    expectStep(await client.login({ username, password: DEMO_PASSWORD }), 'tokens');
    return client;
  };

  it('README.md: a second factor, a discovery, a query, and what is refused', async () => {
    const mias = new HeadgateClient({ baseUrl: app.url });
    const challenge = await mias.login({ username: DEMO_TOTP.user, password: DEMO_PASSWORD });
    expectStep(challenge, 'mfa');
    expect(challenge.methods).toEqual(['totp']);
    expectStep(await challenge.verify({ method: 'totp', code: nextTotp(app.clock) }), 'tokens');
    const { user, session } = unwrap(await mias.GET('/api/v1/me'));
    expect([user.username, session.acr]).toEqual(['mia', 'aal2']);

    const olivias = await clientOf('olivia');
    const discovery = unwrap(await olivias.POST('/api/v1/data-sources/{data_source_id}/discover-schema', SOURCE));
    expect(discovery).toMatchObject({ total_tables: 5 });
    const sql = 'SELECT continent, count(*) AS rivers FROM rivers GROUP BY 1 ORDER BY 2 DESC LIMIT 2';
    const answer = unwrap(await olivias.POST('/api/v1/data-sources/{data_source_id}/query', { ...SOURCE, body: { sql } }));
    expect(answer.rows).toEqual([
      ['Asia', 127],
      ['North America', 118],
    ]);

    const { error } = await olivias.POST('/api/v1/data-sources/{data_source_id}/query', {
      ...SOURCE,
      body: { sql: 'SELECT pg_read_file(name) FROM rivers' },
    });
    if (error?.code !== 'QUERY_REJECTED') throw new Error(`It is ${error?.code}.`);
    expect(error.violations.map(({ rule }) => rule)).toEqual(['forbidden_function']);
  });

  it('people: logs in, reads, refreshes and logs out', async () => {
    const store = memoryStore();
    const client = new HeadgateClient({ baseUrl: app.url, store });
    expectStep(await client.login({ username: 'olivia', password: DEMO_PASSWORD }), 'tokens');
    const { rivers } = unwrap(await client.GET('/api/rivers', { params: { query: { page: 1, limit: 3 } } }));
    expect(rivers[0]).toMatchObject({ name: 'Nile' });

    const before = await store.read();
    app.clock.advance({ hours: 1, seconds: 1 });
    const { sessions } = unwrap(await client.GET('/api/v1/sessions'));
    expect(sessions.filter((session) => session.is_current)).toHaveLength(1);
    expect((await store.read())?.access_token).not.toBe(before?.access_token);

    unwrap(await client.POST('/api/auth/logout'));
    expect((await client.GET('/api/v1/me')).error?.code).toBe('UNAUTHORIZED');
  });

  it('people: answers a second factor, trusts the device, skips the factor, and revokes the device', async () => {
    // A browser keeps the device token as a cookie.
    let deviceToken: string | null = null;
    const keepsDeviceToken = async (request: Request): Promise<Response> => {
      if (deviceToken !== null) request.headers.set('X-Device-Token', deviceToken);
      const answer = await fetch(request);
      deviceToken = answer.headers.get('X-Device-Token') ?? deviceToken;
      return answer;
    };
    const client = new HeadgateClient({ baseUrl: app.url, fetch: keepsDeviceToken });
    const logIn = () => client.login({ username: DEMO_TOTP.user, password: DEMO_PASSWORD });

    const challenge = await logIn();
    expectStep(challenge, 'mfa');
    const verified = await challenge.verify({ method: 'totp', code: nextTotp(app.clock) });
    expectStep(verified, 'tokens');
    const activation_token = verified.device_activation?.activation_token ?? '';
    const { device_id } = unwrap(await client.POST('/api/v1/devices/activate', { body: { activation_token } }));

    expectStep(await logIn(), 'tokens');
    unwrap(await client.DELETE('/api/v1/devices/{device_id}', { params: { path: { device_id } } }));
    const { devices } = unwrap(await client.GET('/api/v1/devices'));
    expect(devices.find((device) => device.device_id === device_id)?.status).toBe('revoked');
    expectStep(await logIn(), 'mfa');
  });

  it('analysts: discovers, searches, draws and puts into words', async () => {
    const client = await clientOf('olivia');
    const { data_source: source } = unwrap(await client.GET('/api/v1/data-sources/{data_source_id}', SOURCE));
    expect(source.has_password).toBe(true);
    expect(unwrap(await client.POST('/api/v1/data-sources/{data_source_id}/test', SOURCE)).ok).toBe(true);
    unwrap(await client.POST('/api/v1/data-sources/{data_source_id}/discover-schema', SOURCE));

    const query = <Query extends object>(parameters: Query) => ({ params: { ...SOURCE.params, query: parameters } });
    const { schemas } = unwrap(await client.GET('/api/v1/data-sources/{data_source_id}/schema', query({ search: 'discharge' })));
    expect(schemas.map(({ schema_name }) => schema_name)).toEqual(['hydrology']);
    const drawing = query({ schema_name: 'hydrology', format: 'mermaid' as const });
    expect(unwrap(await client.GET('/api/v1/data-sources/{data_source_id}/schema/diagram', drawing))).toMatch(/^erDiagram/);
    const asking = query({ question: 'Which gauges lie on the Danube', max_tokens: 600 });
    const context = unwrap(await client.GET('/api/v1/data-sources/{data_source_id}/schema/context', asking));
    expect(context.text).toContain('CREATE TABLE');
    expect(context.tables_included.map(({ name }) => name)).toEqual(expect.arrayContaining(['gauges', 'rivers']));
  });

  it('analysts: renders a template, is told every wrong value, and is kept from harm', async () => {
    const client = await clientOf('olivia');
    const render = (parameters: Record<string, unknown>) =>
      client.POST('/api/v1/prompt-templates/{template_id}/render', { ...TEMPLATE, body: { parameters } });
    expect(unwrap(await render({ continent: 'Africa', limit: 3 })).text).toContain('Which are the 3 longest rivers of Africa?');
    const { error: wrong } = await render({ continent: 'Atlantis', limit: 'three' });
    if (wrong?.code !== 'VALIDATION_FAILED') throw new Error(`It is ${wrong?.code}.`);
    expect(wrong.details?.map(({ field }) => field)).toEqual(['parameters.continent', 'parameters.limit']);

    unwrap(await client.POST('/api/v1/data-sources/{data_source_id}/discover-schema', SOURCE));
    const verdict = unwrap(
      await client.POST('/api/v1/data-sources/{data_source_id}/query/validate', {
        ...SOURCE,
        body: { sql: 'SELECT 1; DROP TABLE rivers' },
      }),
    );
    expect(verdict).toMatchObject({ violations: [{ rule: 'one_statement' }] });
    const { error: refused } = await client.POST('/api/v1/prompt-templates/{template_id}/execute', {
      ...TEMPLATE,
      body: { parameters: { continent: 'Africa', limit: 3 }, run: true },
    });
    expect(refused?.code).toBe('MODEL_NOT_CONFIGURED');
  });
});
