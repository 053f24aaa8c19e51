import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type NameServer, startNameServer } from '../support/dns.js';
import { Mailbox } from '../support/mailbox.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/organizations/1/sso/domains';

describe('domains for single sign-on', () => {
  let dns: NameServer;
  let mailbox: Mailbox;
  let app: TestApp;
  let owner: string;
  let other: string;
  beforeAll(async () => {
    dns = await startNameServer();
    mailbox = await Mailbox.open();
    const environment = { SSO_NAME_SERVERS: dns.address, ...mailbox.environment };
    app = await startTestApp({ environment });
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    ({ accessToken: other } = await logIn(app.http, 'oscar'));
  });
  afterAll(async () => {
    await app.close();
    await dns.close();
    await mailbox.close();
  });
  beforeEach(async () => {
    await app.dataSource.query('TRUNCATE sso_domains');
    for (const zone of [dns.texts, dns.aliases, dns.failures]) zone.clear();
  });

  interface Claimed {
    readonly id: number;
    readonly domain: string;
    readonly status: string;
    readonly record: { type: string; name: string; value: string };
  }

  const claim = (domain: unknown, token = owner, organizationId = 1) =>
    app.http.post(`/api/v1/organizations/${organizationId}/sso/domains`, { domain }, { token });
  const claimed = async (domain: string, token = owner, organizationId = 1): Promise<Claimed> => {
    const answer = await claim(domain, token, organizationId);
    expect(answer.status).toBe(201);
    return answer.body.data.domain;
  };
  const show = ({ record }: Claimed): void => void dns.texts.set(record.name, ['unrelated', record.value]);
  const verify = (id: number, token = owner) => app.http.post(`/api/v1/sso/domains/${id}/verify`, undefined, { token });
  const statusOf = async (id: number, token = owner): Promise<string> =>
    (await app.http.get(`/api/v1/sso/domains/${id}`, { token })).body.data?.domain.status;
  const audited = async (action: string): Promise<{ outcome: string; detail: Record<string, unknown> }[]> =>
    app.dataSource.query('SELECT outcome, detail FROM audit_events WHERE action = $1 ORDER BY id', [action]);

  it.each([
    ['corp.example', 'corp.example'],
    [' Corp.EXAMPLE. ', undefined],
    ['CORP.Example.', 'corp.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['sub.corp.example', 'sub.corp.example'],
    ['delta.co.uk', 'delta.co.uk'],
  ])('are written in one way: %s', async (given, expected) => {
    const answer = await claim(given);
    expect([answer.status, answer.body.data?.domain.domain]).toEqual([expected === undefined ? 400 : 201, expected]);
    if (expected === undefined) return;
    const { record } = answer.body.data.domain;
    expect(record).toEqual({
      type: 'TXT',
      name: `_headgate-challenge.${expected}`,
      value: expect.stringMatching(/^headgate-verification=[\w-]{43}$/),
    });
  });

  it.each([
    'com',
    'co.uk',
    'github.io',
    'localhost',
    'gmail.com',
    'mail.gmail.com',
    'yahoo.co.jp',
    'hotmail.fr',
    'web.de',
    '192.0.2.7',
    '[::1]',
    'a@corp.example',
    'https://corp.example',
    'corp .example',
    '_dmarc.corp.example',
    '',
    'x'.repeat(64) + '.example',
    `${'a.'.repeat(120)}example`,
    7,
    null,
  ])('refuse what cannot be an organization’s own domain: %j', async (given) => {
    const { status, body } = await claim(given);
    expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'VALIDATION_FAILED', 'domain']);
  });

  it('are verified by the record in the DNS, and by nothing else', async () => {
    const domain = await claimed('corp.example');
    const missing = await verify(domain.id);
    expect([missing.status, missing.body.code, missing.body.found]).toEqual([409, 'DOMAIN_NOT_VERIFIED', []]);
    for (const wrong of [
      domain.record.value.toUpperCase(),
      `${domain.record.value} `,
      domain.record.value.slice(0, -1),
      'headgate-verification=',
    ]) {
      dns.texts.set(domain.record.name, [wrong]);
      const { status, body } = await verify(domain.id);
      expect([status, body.found]).toEqual([409, [wrong]]);
    }
    dns.texts.set('corp.example', [domain.record.value]);
    dns.texts.delete(domain.record.name);
    expect((await verify(domain.id)).status).toBe(409);
    expect(await statusOf(domain.id)).toBe('pending');
    show(domain);
    const verified = await verify(domain.id);
    expect([verified.status, verified.body.data.domain.status]).toEqual([200, 'verified']);
    expect(verified.body.data.domain.verified_at).toBe(app.clock.now().toISOString());
    expect((await audited('sso.domain.verified')).at(-1)).toMatchObject({
      outcome: 'success',
      detail: { domain: 'corp.example' },
    });
  });

  it('are not verified through an alias, even with the right record at its target', async () => {
    const domain = await claimed('corp.example');
    dns.aliases.set(domain.record.name, 'attacker.example');
    dns.texts.set('attacker.example', [domain.record.value]);
    const { status, body } = await verify(domain.id);
    expect([status, body.code, body.found]).toEqual([409, 'DOMAIN_NOT_VERIFIED', ['CNAME attacker.example']]);
    expect(await statusOf(domain.id)).toBe('pending');
  });

  it('are not verified when the name servers fail', async () => {
    const domain = await claimed('corp.example');
    dns.failures.set(domain.record.name, 2);
    const { status, body } = await verify(domain.id);
    expect([status, body.code]).toEqual([409, 'DOMAIN_NOT_VERIFIED']);
    expect(body.message).toContain('did not answer');
  });

  it('stay with the organization that shows them; a holder is told of another claim, once a day', async () => {
    const held = await claimed('corp.example', other, 2);
    show(held);
    expect((await verify(held.id, other)).status).toBe(200);
    const wanted = await claimed('corp.example');
    expect((await verify(wanted.id)).body.code).toBe('DOMAIN_NOT_VERIFIED');
    dns.texts.set(held.record.name, [held.record.value, wanted.record.value]);
    await mailbox.arrived(app);
    for (const { status, body } of [await verify(wanted.id), await verify(wanted.id)])
      expect([status, body.code]).toEqual([409, 'DOMAIN_TAKEN']);
    const mails = await mailbox.arrived(app);
    expect(mails.map(({ subject }) => subject)).toEqual(['Another organization claims the domain corp.example']);
    expect(mails[0]?.to?.[0]?.address).toContain('oscar');
    expect(mails[0]?.text).not.toContain('Delta');
    expect([await statusOf(wanted.id), await statusOf(held.id, other)]).toEqual(['pending', 'verified']);
  });

  it('go to one of two that show them at the same moment', async () => {
    const claims = [await claimed('corp.example'), await claimed('corp.example', other, 2)];
    dns.texts.set(
      '_headgate-challenge.corp.example',
      claims.map(({ record }) => record.value),
    );
    const answers = await Promise.all(claims.map(({ id }, at) => verify(id, at === 0 ? owner : other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rows = await app.dataSource.query(`SELECT 1 FROM sso_domains WHERE status = 'verified'`);
    expect(rows).toHaveLength(1);
  });

  it('lead to a connection of their own organization, or to none', async () => {
    const domain = await claimed('corp.example');
    const [{ id: foreign }] = await app.dataSource.query(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, created_at, updated_at)
       VALUES (2, 'Foreign', 'oidc', 'draft', 'https://idp.example', '{}', now(), now()) RETURNING id`,
    );
    const patch = (body: object) => app.http.patch(`/api/v1/sso/domains/${domain.id}`, body, { token: owner });
    expect((await patch({ connection_id: foreign })).status).toBe(400);
    expect((await patch({ connection_id: 2_000_000_000 })).status).toBe(400);
    expect((await patch({})).status).toBe(400);
    expect((await patch({ status: 'verified' })).status).toBe(400);
    expect((await patch({ connection_id: null })).body.data.domain.connection_id).toBeNull();
  });

  it('are found by their own organization alone, claimed once, and released', async () => {
    const domain = await claimed('corp.example');
    expect((await claim('CORP.example')).status).toBe(409);
    const path = `/api/v1/sso/domains/${domain.id}`;
    const strangers = [
      app.http.get(path, { token: other }),
      app.http.patch(path, { connection_id: null }, { token: other }),
      app.http.delete(path, { token: other }),
      verify(domain.id, other),
    ];
    for (const answer of await Promise.all(strangers)) expect(answer.status).toBe(404);
    const { body } = await app.http.get(`${PATH}?limit=1`, { token: owner });
    expect([body.data.domains[0].id, body.data.pagination.total]).toEqual([domain.id, 1]);
    expect((await app.http.delete(path, { token: owner })).status).toBe(200);
    expect((await app.http.get(path, { token: owner })).status).toBe(404);
    expect((await audited('sso.domain.released')).at(-1)?.detail).toEqual({
      domain: 'corp.example',
      status: 'pending',
    });
  });
});
