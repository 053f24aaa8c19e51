import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnnounceExpiringCertificates } from '../../src/sso/application/announce-expiring-certificates.js';
import { DescribeSsoReadiness } from '../../src/sso/application/describe-sso-readiness.js';
import { RecheckAllDomains } from '../../src/sso/application/recheck-all-domains.js';
import { RefreshMetadata } from '../../src/sso/application/refresh-metadata.js';
import { RecheckDomains } from '../../src/sso/application/recheck-domains.js';
import { type NameServer, startNameServer } from '../support/dns.js';
import { logInWithTotp } from '../support/mfa.js';
import { Mailbox } from '../support/mailbox.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { selfSigned } from '../support/self-signed.js';
import { signIn, startSsoApp } from '../support/sso-login.js';
import { type TestApp, logIn } from '../support/test-app.js';

const RECORD = '_headgate-challenge.corp.example';

const CERTIFICATE = selfSigned('idp.example', { type: 'rsa' }).cert.replaceAll(/-----[^-]+-----|\s/g, '');
const METADATA = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/entity">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing">
  <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${CERTIFICATE}</ds:X509Certificate>
  </ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Location="https://elsewhere.example/sso"
  Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

describe('the upkeep of single sign-on', () => {
  let dns: NameServer;
  let mailbox: Mailbox;
  let idp: OidcIdp;
  let app: TestApp;
  let owner: string;
  beforeAll(async () => {
    dns = await startNameServer();
    mailbox = await Mailbox.open();
    app = await startSsoApp({ environment: { SSO_NAME_SERVERS: dns.address, ...mailbox.environment } });
    const [{ email }] = await app.dataSource.query(`SELECT email FROM users WHERE username = 'olivia'`);
    const accounts = [
      { sub: 'olivia-there', email, email_verified: true, name: 'Olivia' },
      { sub: 'mallory', email: 'mallory@corp.example', email_verified: true },
    ];
    idp = await startOidcIdp({ accounts, clock: app.clock });
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([dns.close(), mailbox.close(), idp.close()]);
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM sso_connections');
    await app.dataSource.query('TRUNCATE sso_domains');
    for (const zone of [dns.texts, dns.failures]) zone.clear();
    await mailbox.arrived(app);
  });

  const post = (path: string, body?: object, token = owner) => app.http.post(path, body, { token });
  const connection = async (config: object = {}): Promise<number> => {
    const { issuer, clientId: client_id, clientSecret: client_secret } = idp;
    const body = { name: 'Corporate', type: 'oidc', config: { issuer, client_id, client_secret, ...config } };
    const answer = await post('/api/v1/organizations/1/sso/connections', body);
    expect([answer.status, answer.body.details]).toEqual([201, undefined]);
    return answer.body.data.connection.id;
  };
  const startTest = async (id: number) => (await post(`/api/v1/sso/connections/${id}/test`)).body.data.test;
  const report = async (id: number, test: number) =>
    (await app.http.get(`/api/v1/sso/connections/${id}/tests/${test}`, { token: owner })).body.data.test;
  const ticketOf = (url: string): string => new URL(url).searchParams.get('test') ?? '';
  const statusOf = async (id: number): Promise<string> =>
    (await app.http.get(`/api/v1/sso/connections/${id}`, { token: owner })).body.data.connection.status;
  const sessions = async (): Promise<number> =>
    (await app.dataSource.query('SELECT count(*)::int AS n FROM sessions WHERE sso_connection_id IS NOT NULL'))[0].n;
  const audited = async (testId: number): Promise<string[]> => {
    const rows: Record<string, string>[] = await app.dataSource.query(
      `SELECT action, outcome FROM audit_events WHERE detail ->> 'test_id' = $1 ORDER BY id`,
      [String(testId)],
    );
    return rows.map(({ action, outcome }) => `${action} ${outcome}`);
  };
  const subjects = async (): Promise<(string | undefined)[]> => (await mailbox.arrived(app)).map(({ subject }) => subject);

  it('passes a test when its starter comes back as the same person, and opens no session by it', async () => {
    const id = await connection();
    const test = await startTest(id);
    expect(await audited(test.id)).toEqual(['sso.connection.test_started success']);
    expect([test.status, test.start_url.startsWith(`http://headgate.test/api/auth/sso/${id}/start?test=`)]).toEqual(['running', true]);
    await signIn(app, idp, id, 'olivia-there', { query: { test: ticketOf(test.start_url) } });
    const { status, outcome, steps } = await report(id, test.id);
    expect([status, outcome.mapping.email_verified, outcome.would.fault]).toEqual(['passed', true, 'EMAIL_DOMAIN_NOT_OWNED']);
    expect(steps.map(({ step }: { step: string }) => step)).toEqual(expect.arrayContaining(['response', 'mapping', 'person', 'login']));
    expect([await statusOf(id), await sessions()]).toEqual(['tested', 0]);
    expect(await audited(test.id)).toEqual(['sso.connection.test_started success', 'sso.connection.tested success']);
    expect((await post(`/api/v1/sso/connections/${id}/activate`)).status).toBe(200);
    expect(await app.dataSource.query('SELECT 1 FROM sso_identities')).toEqual([]);
  });

  it('fails a test when another person comes back, or the configuration was changed meanwhile', async () => {
    const id = await connection();
    const test = await startTest(id);
    await signIn(app, idp, id, 'mallory', { query: { test: ticketOf(test.start_url) } });
    const { status, outcome } = await report(id, test.id);
    expect([status, outcome.fault, await statusOf(id)]).toEqual(['failed', 'SOMEBODY_ELSE', 'draft']);
    const outdated = await startTest(id);
    const change = { config: { trusts_mfa: true } };
    await app.http.patch(`/api/v1/sso/connections/${id}`, change, { token: owner });
    await signIn(app, idp, id, 'olivia-there', { query: { test: ticketOf(outdated.start_url) } }).catch(() => undefined);
    expect([(await report(id, outdated.id)).status, await statusOf(id)]).toEqual(['running', 'draft']);
  });

  it('fails a test at once when the provider is not there', async () => {
    const id = await connection({ issuer: 'http://127.0.0.1:9' });
    const test = await startTest(id);
    expect([test.status, test.start_url]).toEqual(['failed', null]);
    expect(test.steps.some(({ outcome }: { outcome: string }) => outcome === 'failed')).toBe(true);
  });

  it('says how far an organization has come', async () => {
    const id = await connection();
    const readiness = app.app.get(DescribeSsoReadiness, { strict: false });
    expect(await readiness.execute({ organizationId: 1, userIds: [1, 2, 3] })).toMatchObject({
      connections: [{ id, status: 'draft', testedAt: null }],
      domains: [],
      provenUserIds: [],
    });
    expect(await readiness.execute({ organizationId: 2, userIds: [1] })).toMatchObject({ connections: [] });
  });

  it('freezes a domain at the first answer without its record, not at silence, and thaws it', async () => {
    const made = await post('/api/v1/organizations/1/sso/domains', { domain: 'corp.example' });
    const { id, record } = made.body.data.domain;
    dns.texts.set(RECORD, [record.value]);
    expect((await post(`/api/v1/sso/domains/${id}/verify`)).status).toBe(200);
    const recheck = async (): Promise<string> => {
      await app.app.get(RecheckAllDomains, { strict: false }).execute();
      return (await app.http.get(`/api/v1/sso/domains/${id}`, { token: owner })).body.data.domain.status;
    };
    dns.failures.set(RECORD, 2);
    const nextDay = async () => {
      app.clock.advance({ hours: 24 });
      ({ accessToken: owner } = await logIn(app.http, 'olivia'));
      return recheck();
    };
    // Once more on the same day, as where another organization's check failed and all are made again, counts for nothing.
    expect([await recheck(), await recheck(), await recheck()]).toEqual(['verified', 'verified', 'verified']);
    expect([await nextDay(), await recheck(), await nextDay()]).toEqual(['verified', 'verified', 'drifted']);
    dns.failures.clear();
    expect(await recheck()).toBe('verified');
    dns.texts.set(RECORD, ['of somebody else']);
    expect(await recheck()).toBe('drifted');
    const drifted = 'The DNS no longer shows that the domain corp.example is yours';
    expect((await subjects()).filter((subject) => subject === drifted).length).toBeGreaterThanOrEqual(2);
    const checked = await app.app.get(RecheckDomains, { strict: false }).execute({ organizationId: 1 });
    expect(checked).toEqual([{ domain: 'corp.example', isVerified: false }]);
    expect(await subjects()).toEqual([]);
  });

  it('gives a lapsed domain to the organization that shows it then', async () => {
    const [{ id: lapsed }] = await app.dataSource.query(
      `INSERT INTO sso_domains (organization_id, domain, challenge, status, created_at)
       VALUES (2, 'corp.example', 'gone', 'drifted', now()) RETURNING id`,
    );
    const made = await post('/api/v1/organizations/1/sso/domains', { domain: 'corp.example' });
    const { id, record } = made.body.data.domain;
    dns.texts.set(RECORD, [record.value]);
    expect((await post(`/api/v1/sso/domains/${id}/verify`)).status).toBe(200);
    expect(await subjects()).toContain('Another organization now has the domain corp.example');
    const rows = await app.dataSource.query('SELECT id, status FROM sso_domains ORDER BY id');
    expect(rows).toEqual([
      { id: lapsed, status: 'pending' },
      { id, status: 'verified' },
    ]);
  });

  it('tells managers of a certificate that expires 30, 14, 7 and 1 days before, once each', async () => {
    const notAfter = new Date(app.clock.now().getTime() + 40 * 86_400_000).toISOString();
    const settings = { certificates: [{ fingerprint: 'ab', pem: '', notBefore: notAfter, notAfter }] };
    await app.dataSource.query(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, created_at, updated_at)
       VALUES (1, 'Okta', 'saml', 'active', 'https://idp.example', $1, 1, now(), now())`,
      [settings],
    );
    const announce = app.app.get(AnnounceExpiringCertificates, { strict: false });
    const told: string[] = [];
    for (let day = 0; day < 42; day++) {
      await announce.execute();
      await announce.execute();
      const mails = new Set(await subjects());
      told.push(...[...mails].map((subject) => `${40 - day}: ${subject?.replace(/.*expires in /, '') ?? ''}`));
      app.clock.advance({ days: 1 });
    }
    expect(told).toEqual(['30: 30 days', '14: 14 days', '7: 7 days', '1: one day']);
  });

  it('takes new certificates in when the provider publishes them, and nothing of another provider', async () => {
    const server = createServer((_, response) => response.end(METADATA)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const metadataUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const [known] = [{ fingerprint: 'ab', pem: '', notBefore: '2020-01-01', notAfter: '2049-01-01' }];
    const settings = { certificates: [known], metadataUrl, signOnUrl: 'https://idp.example/sso' };
    for (const [name, issuer] of [
      ['Okta', 'https://idp.example/entity'],
      ['Other', 'https://other.example'],
    ])
      await app.dataSource.query(
        `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, created_at, updated_at)
         VALUES (1, $1, 'saml', 'active', $2, $3, 1, now(), now())`,
        [name, issuer, settings],
      );
    const refresh = app.app.get(RefreshMetadata, { strict: false });
    await refresh.execute();
    await refresh.execute();
    server.close();
    server.closeAllConnections();
    await refresh.execute();
    const rows = await app.dataSource.query(
      `SELECT jsonb_array_length(settings -> 'certificates') AS n, settings ->> 'signOnUrl' AS url, status, configuration_version AS v
         FROM sso_connections ORDER BY id`,
    );
    const same = { url: 'https://idp.example/sso', status: 'active', v: 1 };
    expect(rows).toEqual([
      { ...same, n: 2 },
      { ...same, n: 1 },
    ]);
    const audited = await app.dataSource.query(
      `SELECT DISTINCT detail ->> 'fault' AS fault FROM audit_events
        WHERE action = 'sso.connection.changed' AND outcome = 'refused' AND detail ->> 'source' = 'metadata_url' ORDER BY 1`,
    );
    expect(audited).toEqual([{ fault: 'ISSUER_MISMATCH' }, { fault: 'PROVIDER_UNREACHABLE' }]);
  });

  it('asks for the second factor again before anything is set up', async () => {
    await app.dataSource.query(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'owner')
        WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'mia')`,
    );
    const { accessToken } = await logInWithTotp(app);
    app.clock.advance({ minutes: 11 });
    for (const path of ['connections', 'domains']) {
      const { status, body } = await post(`/api/v1/organizations/1/sso/${path}`, {}, accessToken);
      expect([status, body.code]).toEqual([401, 'STEP_UP_REQUIRED']);
    }
  });
});
