import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../support/browser.js';
import { MachineClock } from '../support/machine-clock.js';
import { type SamlIdp, startSamlIdp } from '../support/saml-idp.js';
import { CLIENT_PAGE, activeSamlConnection, finish, post, said, samlSignIn, toAcs } from '../support/saml-login.js';
import { EMAIL, NAME, logoutResponseXml, posted, redirectQuery, signRoot } from '../support/saml-messages.js';
import { selfSigned } from '../support/self-signed.js';
import { ownDomain } from '../support/sso-login.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

let app: TestApp;
let idp: SamlIdp;
let connectionId: number;

beforeAll(async () => {
  idp = await startSamlIdp({
    accounts: ['ada', 'bea', 'cleo'].map((subject) => ({ subject, email: `${subject}@corp.example`, name: subject })),
  });
  app = await startTestApp({
    clock: new MachineClock(),
    environment: { SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: CLIENT_PAGE, RATE_LIMIT_MULTIPLIER: '1000' },
  });
  connectionId = await activeSamlConnection(app, idp);
  await ownDomain(app, 'corp.example');
});
afterAll(async () => {
  await app.close();
  await idp.close();
});

const lastRefusal = async (action: string): Promise<Record<string, unknown> | undefined> => {
  const [row] = await app.dataSource.query(
    `SELECT detail FROM audit_events WHERE action = $1 AND outcome = 'refused' ORDER BY id DESC LIMIT 1`,
    [action],
  );
  return row?.detail;
};
const me = (token: string): Promise<number> => app.http.get('/api/v1/me', { token }).then(({ status }) => status);
const messageOf = (form: URLSearchParams): string => Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();

describe('A login by SAML', () => {
  it('goes to the provider and comes back with a session', async () => {
    const { accessToken } = await samlSignIn(app, idp, connectionId, 'ada');
    const { body } = await app.http.get('/api/v1/me/identities', { token: accessToken });
    expect(body.data.identities).toMatchObject([{ subject: 'ada', issuer: idp.entityId, login_count: 1 }]);
    expect(app.log.join('\n')).not.toContain('SAMLResponse=');
  });

  it('gives what its groups give, one or several, and takes nothing away where the answer has no such attribute', async () => {
    const { accessToken } = await logIn(app.http, 'olivia');
    const groups = 'http://schemas.xmlsoap.org/claims/Group';
    const own = await activeSamlConnection(app, idp, { provisions: true, attributes: { email: EMAIL, name: NAME, groups } });
    const roles: { id: number; name: string }[] = await app.dataSource.query('SELECT id, name FROM roles WHERE organization_id = 1');
    const idOf = (wanted: string) => roles.find(({ name }) => name === wanted)?.id;
    const mappings = [
      { group: 'Editors', role_id: idOf('editor') },
      { group: 'Everyone', role_id: idOf('viewer'), workspace_id: 1 },
    ];
    const options = { token: accessToken, headers: { 'If-Match': '"0"' } };
    const mapped = await app.http.put(`/api/v1/sso/connections/${own}/group-mapping`, { mappings }, options);
    expect(mapped.status).toBe(200);
    const account = { subject: 'gil', email: 'gil@corp.example' };
    const held = async (names?: readonly string[]) => {
      idp.accounts.splice(0, idp.accounts.length, ...idp.accounts.filter(({ subject }) => subject !== 'gil'), {
        ...account,
        ...(names && { groups: names }),
      });
      const { userId } = await samlSignIn(app, idp, own, 'gil');
      return app.dataSource.query(
        `SELECT r.name FROM organization_members m JOIN roles r ON r.id = m.role_id WHERE m.organization_id = 1 AND m.user_id = $1
          UNION ALL
         SELECT r.name || ' in ' || w.workspace_id FROM workspace_members w JOIN roles r ON r.id = w.role_id WHERE w.user_id = $1
          ORDER BY 1`,
        [userId],
      );
    };
    const both = [{ name: 'editor' }, { name: 'viewer in 1' }];
    expect(await held(['Editors', 'Everyone'])).toEqual(both);
    expect(await held()).toEqual(both);
    expect(await held(['Everyone'])).toEqual([{ name: 'viewer' }, { name: 'viewer in 1' }]);
  });

  it('ends in the browser that it began in, and in no other', async () => {
    const [own, victim] = [new Browser(), new Browser()];
    const { headers } = await post(app, connectionId, await toAcs(app, idp, connectionId, 'ada', own));
    const stolen = await finish(app, headers.get('location'), victim);
    expect(stolen).toMatchObject({ status: 403, body: { code: 'WRONG_BROWSER' } });
    expect(said(await finish(app, headers.get('location'), own)).has('code')).toBe(true);
    expect(await finish(app, headers.get('location'), own)).toMatchObject({ status: 403 });
  });

  it('takes an answer once, and never for another login', async () => {
    const browser = new Browser();
    const form = await toAcs(app, idp, connectionId, 'ada', browser);
    await post(app, connectionId, form);
    expect(await post(app, connectionId, form)).toMatchObject({ status: 403, body: { code: 'ATTEMPT_ENDED' } });
    const another = await toAcs(app, idp, connectionId, 'bea', new Browser());
    another.set('SAMLResponse', form.get('SAMLResponse') ?? '');
    expect(said(await post(app, connectionId, another)).get('error')).toBe('REQUEST_MISMATCH');
  });

  it('refuses an answer of another connection, and one through a connection that was disabled meanwhile', async () => {
    const other = await activeSamlConnection(app, idp);
    const form = await toAcs(app, idp, connectionId, 'ada');
    expect(await post(app, other, form)).toMatchObject({ status: 403, body: { code: 'ATTEMPT_ENDED' } });
    const late = await toAcs(app, idp, other, 'ada');
    await app.dataSource.query(`UPDATE sso_connections SET status = 'disabled' WHERE id = $1`, [other]);
    const answer = await post(app, other, late);
    expect(answer.body?.code ?? said(answer).get('error')).toBe('CONNECTION_NOT_ACTIVE');
  });

  it('by what a stranger signed ends with an error, and administrators learn the reason', async () => {
    const form = await toAcs(app, idp, connectionId, 'ada');
    const bare = messageOf(form).replace(/<Signature .*<\/Signature>/s, '');
    const forged = signRoot(bare.replaceAll('>ada<', '>cleo<'), selfSigned('attacker.test', { type: 'rsa' }));
    form.set('SAMLResponse', posted(forged));
    expect(said(await post(app, connectionId, form)).get('error')).toBe('SIGNATURE_INVALID');
    expect(await lastRefusal('sso.login.refused')).toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });

  it('by an address that no account can have fails, and breaks nothing', async () => {
    const endless = Array.from({ length: 6000 }, (_, n) => (n * n).toString(36)).join('');
    idp.accounts.push({ subject: 'endless', email: `${endless}@corp.example` });
    const form = await toAcs(app, idp, connectionId, 'endless');
    expect(said(await post(app, connectionId, form)).get('error')).toBe('RESPONSE_MALFORMED');
  });

  describe('whose provider', () => {
    /** What a tile in a portal sends: an answer to no request. */
    const unasked = (form: URLSearchParams): URLSearchParams =>
      new URLSearchParams({ SAMLResponse: posted(messageOf(form).replaceAll(/ InResponseTo="[^"]*"/g, '')) });

    it.each(['', 'https://portal.idp.test/'])('sends another RelayState back ("%s") is known by the request', async (relayState) => {
      for (const id of [connectionId, await activeSamlConnection(app, idp, { allowsProviderStart: true })]) {
        const browser = new Browser();
        const form = await toAcs(app, idp, id, 'ada', browser);
        form.set('RelayState', relayState);
        if (relayState === '') form.delete('RelayState');
        const answer = await post(app, id, form);
        expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('/finish?ticket=')]);
        const ended = said(await finish(app, answer.headers.get('location'), browser));
        expect(ended.get('code') ?? ended.get('link_token')).not.toBeNull();
        expect(await post(app, id, form)).toMatchObject({ status: 403, body: { code: 'ATTEMPT_ENDED' } });
      }
    });

    it('answers the request of another connection, or of another service, begins nothing anew', async () => {
      const open = await activeSamlConnection(app, idp, { allowsProviderStart: true });
      const form = await toAcs(app, idp, connectionId, 'ada');
      form.delete('RelayState');
      expect(await post(app, open, form)).toMatchObject({ status: 403, body: { code: 'ATTEMPT_ENDED' } });
      form.set('SAMLResponse', posted(messageOf(form).replaceAll(/InResponseTo="[^"]*"/g, 'InResponseTo="_another"')));
      expect(await post(app, open, form)).toMatchObject({ status: 403, body: { code: 'ATTEMPT_ENDED' } });
    });

    it('begins is refused by default, and administrators learn what to switch', async () => {
      const form = unasked(await toAcs(app, idp, connectionId, 'ada'));
      expect(await post(app, connectionId, form)).toMatchObject({ status: 403, body: { code: 'PROVIDER_BEGAN' } });
      expect(await lastRefusal('sso.login.refused')).toMatchObject({
        fault: 'PROVIDER_BEGAN',
        reason: expect.stringContaining('allows_provider_start'),
      });
    });

    it('begins is asked itself where that is allowed, and once if it does not answer', async () => {
      const open = await activeSamlConnection(app, idp, { allowsProviderStart: true });
      const form = unasked(await toAcs(app, idp, open, 'ada'));
      const browser = new Browser();
      const round = async (): Promise<string> => {
        const { status, headers } = await post(app, open, form);
        expect(status).toBe(303);
        const { url } = await browser.visit(new URL(headers.get('location') ?? '', app.url), ({ host }) => host !== new URL(app.url).host);
        return url.href;
      };
      expect(await round()).toContain(`${idp.signOnUrl}?SAMLRequest=`);
      expect(new URL(await round()).searchParams.get('error')).toBe('REQUEST_MISMATCH');
      expect(await lastRefusal('sso.login.refused')).toMatchObject({ reason: expect.stringContaining('InResponseTo') });
      expect(await round()).toContain(`${idp.signOnUrl}?SAMLRequest=`);
      const asked = await toAcs(app, idp, open, 'ada', browser);
      await finish(app, (await post(app, open, asked)).headers.get('location'), browser);
    });
  });
});

describe('What a provider is told of this service', () => {
  it('is public, and exists only for SAML connections', async () => {
    const { status, headers, text } = await app.http.get(`/api/auth/sso/${connectionId}/metadata`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/samlmetadata\+xml/)]);
    expect(text).toContain(`Location="http://headgate.test/api/auth/sso/${connectionId}/acs"`);
    expect((await app.http.get('/api/auth/sso/999999/metadata')).status).toBe(404);
    expect((await app.http.get('/api/auth/sso/x/metadata')).status).toBe(400);
  });
});

describe('Single logout', () => {
  const slo = (): string => `http://headgate.test/api/auth/sso/${connectionId}/slo`;
  const sent = (address: string) => {
    const { pathname, search } = new URL(address);
    return app.http.get(`${pathname}${search}`);
  };

  it('at the provider ends the session here, and once', async () => {
    const [bea, cleo] = [await samlSignIn(app, idp, connectionId, 'bea'), await samlSignIn(app, idp, connectionId, 'cleo')];
    const address = idp.logoutAddress(slo(), 'bea', { id: '_logout-of-bea' });
    const { status, headers } = await sent(address);
    expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('/slo?SAMLResponse=')]);
    expect([await me(bea.accessToken), await me(cleo.accessToken)]).toEqual([401, 200]);
    const again = await samlSignIn(app, idp, connectionId, 'bea');
    expect(await sent(address)).toMatchObject({ status: 403, body: { code: 'LOGOUT_REFUSED' } });
    expect(await lastRefusal('sso.logout.refused')).toMatchObject({ fault: 'RESPONSE_REPLAYED' });
    expect(await me(again.accessToken)).toBe(200);
    await sent(idp.logoutAddress(slo(), 'bea', { sessionIndex: '', id: '_logout-of-all' }));
    expect(await me(again.accessToken)).toBe(401);
  });

  it('without a signature ends nothing', async () => {
    const { accessToken } = await samlSignIn(app, idp, connectionId, 'cleo');
    const unsigned = idp.logoutAddress(slo(), 'cleo').replace(/&SigAlg=.*/, '');
    expect(await sent(unsigned)).toMatchObject({ status: 403, body: { code: 'LOGOUT_REFUSED' } });
    expect(await lastRefusal('sso.logout.refused')).toMatchObject({ fault: 'SIGNATURE_INVALID' });
    expect(await me(accessToken)).toBe(200);
  });

  it('that begins here names the session to the provider', async () => {
    const { accessToken: token } = await samlSignIn(app, idp, connectionId, 'cleo');
    const { body } = await app.http.post('/api/auth/sso/logout', undefined, { token });
    expect(body.logout_url).toContain(`${idp.signOnUrl.replace('/sso', '/slo')}?SAMLRequest=`);
    expect(await me(token)).toBe(401);
  });

  it('that the provider has answered leads only to where logins may end', async () => {
    const answer = (relayState: string): string =>
      `${slo()}?${redirectQuery('SAMLResponse', logoutResponseXml(idp.entityId), null, { relayState })}`;
    expect((await sent(answer(`${CLIENT_PAGE}?bye=1`))).headers.get('location')).toBe(`${CLIENT_PAGE}?bye=1`);
    expect((await sent(answer('https://attacker.test/'))).headers.get('location')).toBe('http://headgate.test/');
  });
});
