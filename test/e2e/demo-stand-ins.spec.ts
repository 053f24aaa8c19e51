import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, type Visit } from '../support/browser.js';
import { type DemoService, connectDemoProvider, freePort, startDemoService } from '../support/demo-service.js';
import { HeadgateProcess } from '../support/headgate-process.js';
import { installation } from '../support/installation.js';
import { logIn, startTestApp } from '../support/test-app.js';

interface Mail {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** What the page of the provider can do wrong, and how the login ends then. */
const FAULTS = {
  oidc: [
    ['denied', 'PROVIDER_REFUSED'],
    ['elsewhere', 'EMAIL_DOMAIN_NOT_OWNED'],
  ],
  saml: [
    ['denied', 'STATUS_NOT_SUCCESS'],
    ['elsewhere', 'EMAIL_DOMAIN_NOT_OWNED'],
    ['expired', 'NOT_TIMELY'],
  ],
} as const;

describe('a demo with everything beside it', () => {
  const ours = installation();
  let service: DemoService;
  let olivia: string;
  let provider: string;
  beforeAll(async () => {
    service = await startDemoService({ run: (...run) => HeadgateProcess.run(...run) }, await environmentOf());
    olivia = (await logIn(service.http, 'olivia')).accessToken;
    provider = (await service.demo()).body.identity_provider.address;
  });
  afterAll(async () => {
    await service.program.stop('SIGKILL');
  });

  /** Not through `run`, which ends what it starts after each test. */
  async function environmentOf(): Promise<Record<string, string>> {
    const { testEnvironment } = await import('../setup/test-environment.mjs');
    return {
      ...testEnvironment,
      PUBLIC_URL: '',
      DATABASE_URL: ours().database.url,
      HEADGATE_DATA_DIR: `${ours().directory}/data`,
      PORT: String(await freePort()),
    };
  }

  const as = async (who: string, url: string): Promise<Visit> => {
    const browser = new Browser();
    browser.setCookie(provider, 'demo_user', who);
    return browser.visit(url, ({ pathname }) => pathname === '/');
  };
  const endOf = async (who: string, connection: number): Promise<URLSearchParams> =>
    (await as(who, `${service.url}/api/auth/sso/${connection}/start`)).url.searchParams;
  const emailOf = async (code: string | null): Promise<string> => {
    const { body } = await service.http.post('/api/auth/sso/exchange', { code });
    return body.user.email;
  };
  /** Chosen on the provider's page, by its form. */
  const chosen = async (connection: number, form: Record<string, string>): Promise<URLSearchParams> => {
    const browser = new Browser();
    const page = await browser.visit(`${service.url}/api/auth/sso/${connection}/start`);
    expect([page.url.origin, page.text.includes('Who signs in?')]).toEqual([provider, true]);
    const { url } = await browser.visit(page.url, ({ pathname }) => pathname === '/', new URLSearchParams(form));
    return url.searchParams;
  };

  it.each(['oidc', 'saml'] as const)('signs people in by %s', async (type) => {
    const connection = await connectDemoProvider(service, olivia, type, (url) => as('olivia', url));
    const newcomer = await endOf(`${type}-newcomer`, connection);
    expect(await emailOf(newcomer.get('code'))).toBe(`${type}-newcomer@delta.example`);
    // Of an account that is there, its owner has to show that it is theirs.
    expect((await endOf('adam', connection)).get('link_token')).not.toBeNull();

    const byForm = await chosen(connection, { as: '', somebody: `${type}-ines@delta.example`, mfa: 'yes' });
    expect(await emailOf(byForm.get('code'))).toBe(`${type}-ines@delta.example`);
    for (const [answer, error] of FAULTS[type]) {
      const ended = await chosen(connection, { as: 'vera', answer });
      expect([answer, ended.get('code'), ended.get('link_token'), ended.get('error')]).toEqual([answer, null, null, error]);
    }
    const disabled = await service.http.post(`/api/v1/sso/connections/${connection}/disable`, undefined, { token: olivia });
    expect([disabled.status, disabled.body.data.connection.status]).toEqual([200, 'disabled']);
  });

  it('keeps a connection as a draft, whatever is changed, until it is tested', async () => {
    const send = (method: string, path: string, body?: object) => service.http.send(method, path, body, { token: olivia });
    const config = { issuer: 'https://idp.example', client_id: 'headgate', client_secret: 'demo-secret-of-the-local-provider' };
    const path = '/api/v1/organizations/1/sso/connections';
    const made = await send('POST', path, { name: 'Corporate', type: 'oidc', config, default_role_id: 4 });
    const { connection } = made.body.data;
    const at = `/api/v1/sso/connections/${connection.id}`;
    expect((await send('GET', at)).body.data.connection).toEqual(connection);
    expect((await send('GET', path)).body.data.connections).toContainEqual(connection);
    const changed = (await send('PATCH', at, { name: 'Corporate', config: { provisions: true }, default_role_id: 4 })).body.data;
    expect(changed).toMatchObject({ connection: { status: 'draft', config: { provisions: true } }, voided_identities: 0 });
  });

  it('answers only services on this machine, and under no other name', async () => {
    const elsewhere = new URL('/auth', provider);
    elsewhere.search = new URLSearchParams({
      client_id: 'headgate',
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      redirect_uri: 'https://thief.example/api/auth/sso/1/callback',
      code_challenge: 'x'.repeat(43),
    }).toString();
    const answer = await fetch(elsewhere, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect((await fetch(`${provider}/saml/sso?SAMLRequest=bm9uc2Vuc2U=`)).status).toBe(400);
    expect(await statusUnder('rebound.example', provider)).toBe(421);
  });

  it('names the groups that the provider sends for each person', async () => {
    const { people } = (await service.demo()).body.identity_provider;
    expect(people.map(({ email, groups }: { email: string; groups: string[] }) => [email, groups])).toEqual([
      ['olivia@delta.example', ['delta']],
      ['ruth@delta.example', ['delta']],
      ['adam@delta.example', ['delta', 'administrators']],
      ['vera@delta.example', ['delta', 'analysts']],
      ['mia@delta.example', ['delta']],
      ['ines@delta.example', ['delta', 'analysts']],
    ]);
  });

  it('proves a domain by a record that is set here, and by nothing else', async () => {
    const claimed = await service.http.post('/api/v1/organizations/1/sso/domains', { domain: 'shop.example' }, { token: olivia });
    const { id, record } = claimed.body.data.domain;
    const verify = () => service.http.post(`/api/v1/sso/domains/${id}/verify`, undefined, { token: olivia });
    expect((await verify()).body).toMatchObject({ code: 'DOMAIN_NOT_VERIFIED', found: [] });
    await service.demo('/dns', { method: 'PUT', body: JSON.stringify({ name: record.name, value: 'something else' }) });
    expect((await verify()).body).toMatchObject({ code: 'DOMAIN_NOT_VERIFIED', found: ['something else'] });
    const set = await service.demo('/dns', { method: 'PUT', body: JSON.stringify(record) });
    expect(set).toEqual({ status: 200, body: { records: [{ name: record.name, value: record.value }] } });
    expect((await verify()).body.data.domain.status).toBe('verified');
    expect((await service.demo('/dns')).body.records).toHaveLength(1);
    const removed = await service.demo(`/dns?name=${record.name.toUpperCase()}`, { method: 'DELETE' });
    expect(removed.body).toEqual({ records: [] });
  });

  it.each([{}, { name: 'no dots', value: 'x' }, { name: 'a.example', value: '' }, { name: 'a.example', value: 'a\nb' }, []])(
    'refuses a record such as %j',
    async (record) => {
      const { status, body } = await service.demo('/dns', { method: 'PUT', body: JSON.stringify(record) });
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  it('keeps each of twenty records that are set at once', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `at-once-${at}.example`);
    const put = (name: string) => service.demo('/dns', { method: 'PUT', body: JSON.stringify({ name, value: name }) });
    expect((await Promise.all(names.map(put))).map(({ status }) => status)).toEqual(names.map(() => 200));
    const { records } = (await service.demo('/dns')).body;
    expect(records.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort());
    await Promise.all(names.map((name) => service.demo(`/dns?name=${name}`, { method: 'DELETE' })));
    expect((await service.demo('/dns')).body.records).toEqual([]);
  });

  it('answers a question by the stand-in for a model', async () => {
    await service.http.post('/api/v1/data-sources/1/discover-schema', undefined, { token: olivia });
    const parameters = { continent: 'Africa', limit: 1 };
    const answer = await service.http.post('/api/v1/prompt-templates/1/execute', { parameters, run: true }, { token: olivia });
    expect([answer.status, answer.body.data?.result?.rows?.[0]?.[0]]).toEqual([200, 'Nile']);
  });

  it('shows its mails, the newest first, and nothing else of the machine', async () => {
    await service.http.post('/api/auth/password-reset/request', { email: 'vera@delta.example' });
    await service.http.post('/api/auth/password-reset/request', { email: 'nora@headgate.example' });
    const mails = async () => (await service.demo('/mails?limit=100')).body.mails as Mail[];
    const ofVera = await arrived(mails, 'vera@delta.example');
    const ofNora = await arrived(mails, 'nora@headgate.example');
    expect(ofVera.links).toEqual([expect.stringMatching(`^${service.url}/password-reset`)]);
    expect(ofVera.text).toContain(ofVera.links[0] ?? 'a link');
    expect((await service.demo(`/mails/${ofNora.id}`)).body.mail).toEqual(ofNora);
    const all = await mails();
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    const page = (await service.demo('/mails?limit=1')).body;
    expect(page.mails).toEqual([all[0]]);
    expect(page.pagination).toMatchObject({ total: all.length, has_next: true });
    const beside = '20261120T081500000Z-beside';
    await writeFile(`${ours().directory}/data/${beside}.eml`, 'Subject: not in the mailbox');
    await writeFile(`${ours().directory}/data/mail/notes.eml`, 'Subject: no mail of the service');
    for (const id of ['none', 'notes', `..%2F${beside}`, `..%5C${beside}`, `${ofVera.id}%00`])
      expect((await service.demo(`/mails/${id}`)).status).toBe(404);
  });

  it.each([
    ['a foreign name', { host: 'rebound.example' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['a foreign page', { origin: 'https://rebound.example' }],
    ['another page of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a page of another site that sends no origin', { 'sec-fetch-site': 'cross-site' }],
  ])('is closed to %s', async (_, headers) => {
    for (const path of ['', '/mails', '/mails/x', '/dns']) expect(await statusWith(headers, `${service.url}/api/demo${path}`)).toBe(403);
  });

  it('is open under each name of this machine', async () => {
    const { port } = new URL(service.url);
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      expect(await statusWith({ host: `${host}:${port}` }, `${service.url}/api/demo`)).toBe(200);
  });

  it('is not in the API document', async () => {
    const { paths } = (await service.http.get('/openapi.json')).body;
    expect(Object.keys(paths).filter((path) => path.includes('demo'))).toEqual([]);
  });

  // The last one, for it ends the service of the others.
  it('ends its stand-ins with its process; they keep their address and their records, and get out of the way of another demo', async () => {
    const address = provider;
    await service.demo('/dns', { method: 'PUT', body: JSON.stringify({ name: 'a.example', value: 'b' }) });
    // Another one, even in the same directory.
    const second = await startDemoService(ours());
    const other = (await second.demo()).body.identity_provider.address;
    expect(other).not.toBe(address);
    for (const each of [address, other]) expect((await fetch(`${each}/.well-known/openid-configuration`)).status).toBe(200);
    const certificate = await (await fetch(`${address}/saml/metadata`)).text();

    await service.program.stop('SIGKILL');
    await expect(fetch(address)).rejects.toThrow();
    await second.program.stop();
    await expect(fetch(other)).rejects.toThrow();
    const again = await startDemoService(ours());
    expect((await again.demo()).body.identity_provider.address).toBe(address);
    expect((await again.demo('/dns')).body.records).toEqual([{ name: 'a.example', value: 'b' }]);
    expect(await (await fetch(`${address}/saml/metadata`)).text()).toBe(certificate);
  });
});

describe('the stand-ins of a demo', () => {
  const ours = installation();

  it.each([
    ['production', { NODE_ENV: 'production', PUBLIC_URL: 'https://headgate.example' }],
    ['a service that others reach', { HOST: '0.0.0.0' }],
  ])('are refused to %s', async (_, environment) => {
    const asked = { HEADGATE_DEMO: 'true', HEADGATE_DEMO_STAND_INS: 'true', ...environment };
    const { code, stderr } = await ours().run('main', { environment: asked }).finished();
    expect([code, stderr]).toEqual([1, expect.stringContaining('HEADGATE_DEMO_STAND_INS must not be true')]);
  });

  it('are not there unless they are asked for: their routes are unknown', async () => {
    const app = await startTestApp();
    for (const path of ['/api/demo', '/api/demo/mails', '/api/demo/dns']) expect((await fetch(`${app.url}${path}`)).status).toBe(404);
    await app.close();
  });
});

function statusWith(headers: Record<string, string>, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

const statusUnder = (host: string, url: string): Promise<number> => statusWith({ host }, url);

async function arrived(mails: () => Promise<Mail[]>, to: string): Promise<Mail> {
  for (;;) {
    const found = (await mails()).find((mail) => mail.to === to);
    if (found !== undefined) return found;
  }
}
