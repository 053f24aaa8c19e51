import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../support/browser.js';
import { MachineClock } from '../support/machine-clock.js';
import { type SamlIdp, startSamlIdp } from '../support/saml-idp.js';
import { activeSamlConnection, finish, post, said, toAcs } from '../support/saml-login.js';
import { exchange, ownDomain, startSsoApp } from '../support/sso-login.js';
import type { TestApp } from '../support/test-app.js';

const MOST_TIME = 60_000;

describe('an answer of SAML that comes twenty times at once', () => {
  let app: TestApp;
  let idp: SamlIdp;
  let connectionId: number;

  beforeAll(async () => {
    app = await startSsoApp({ clock: new MachineClock(), environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    idp = await startSamlIdp({ accounts: [{ subject: 'ada', email: 'ada@corp.example', name: 'Ada' }] });
    connectionId = await activeSamlConnection(app, idp);
    await ownDomain(app, 'corp.example');
  }, MOST_TIME);
  afterAll(async () => {
    await app.close();
    await idp.close();
  });
  const twenty = <T>(one: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 20 }, one));

  it('is believed once, and its ticket leads to one code', async () => {
    const browser = new Browser();
    const form = await toAcs(app, idp, connectionId, 'ada', browser);
    const posts = await twenty(() => post(app, connectionId, form));
    expect(posts.map(({ status }) => status).sort()).toEqual([303, ...Array<number>(19).fill(403)]);
    const location = posts.find(({ status }) => status === 303)?.headers.get('location') ?? null;
    const ends = await twenty(() => finish(app, location, browser));
    expect(ends.map(({ status }) => status).sort()).toEqual([302, ...Array<number>(19).fill(403)]);
    const code = ends.flatMap((end) => (end.status === 302 ? [said(end).get('code')] : []))[0] ?? null;
    expect((await exchange(app, code)).status).toBe(200);
  });

  it('is a form of no more than the largest answer, and nothing but a form', async () => {
    expect((await post(app, connectionId, new URLSearchParams({ SAMLResponse: 'A'.repeat(900_000) }))).status).toBe(413);
    expect((await app.http.post(`/api/auth/sso/${connectionId}/acs`, { SAMLResponse: 'x' })).status).toBe(415);
  });
});
