import { beforeAll, describe, expect, it } from '@jest/globals';
import { SIGNER, type StartedLogin, samlConnection, startedLogin } from '../../support/saml-connection.js';
import { responseAround, signRoot } from '../../support/saml-messages.js';

const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const MFA = 'https://refeds.org/profile/mfa';
const STATEMENT = /<saml:AuthnStatement.*<\/saml:AuthnStatement>/s;

let login: StartedLogin;
beforeAll(async () => {
  login = await startedLogin();
});
const ago = (seconds: number): string => new Date(login.clock.now().getTime() - seconds * 1000).toISOString();

interface Stated {
  readonly at?: string;
  readonly session?: string | null;
  readonly until?: string;
  readonly how?: string;
  readonly context?: string;
}

function statement({ at = ago(0), session = '_session-1', until, how = PASSWORD, context }: Stated): string {
  const index = session === null ? '' : ` SessionIndex="${session}"`;
  const end = until === undefined ? '' : ` SessionNotOnOrAfter="${until}"`;
  const inside = context ?? `<saml:AuthnContext><saml:AuthnContextClassRef>${how}</saml:AuthnContextClassRef></saml:AuthnContext>`;
  return `<saml:AuthnStatement AuthnInstant="${at}"${index}${end}>${inside}</saml:AuthnStatement>`;
}

/** What the provider says of a login, in this order, and signs. */
const saying = (...statements: readonly Stated[]) => {
  const signedBy = (to: StartedLogin): string =>
    responseAround(signRoot(to.assertion().replace(STATEMENT, statements.map(statement).join('')), SIGNER), to.around);
  return { at: (to: StartedLogin) => to.identify(signedBy(to)) };
};

describe('An answer that tells of a login in several statements', () => {
  it('is taken, with the earliest time, the session that all name and every way to log in', async () => {
    for (const [first, second] of [
      [
        { at: ago(300), how: PASSWORD },
        { at: ago(30), how: MFA },
      ],
      [
        { at: ago(30), how: MFA },
        { at: ago(300), how: PASSWORD },
      ],
    ] as const) {
      const person = await saying(first, second).at(login);
      expect(person).toMatchObject({
        subject: 'ines-at-the-provider',
        authenticatedAt: new Date(ago(300)),
        providerSessionId: '_session-1',
        acr: 'aal1',
        claims: { authn_context: [first.how, second.how] },
      });
    }
  });

  it('has a second factor if one of them says so and the connection trusts that', async () => {
    const trusting = await startedLogin({ connection: samlConnection({ trustsMfa: true }) });
    expect(await saying({ how: PASSWORD }, { how: MFA }).at(trusting)).toMatchObject({ acr: 'aal2' });
    expect(await saying({ how: PASSWORD }, { how: PASSWORD }).at(trusting)).toMatchObject({ acr: 'aal1' });
  });

  it.each<[string, readonly (string | null)[], string | null]>([
    ['one and the same', ['_a', '_a'], '_a'],
    ['one, and none', ['_a', null], '_a'],
    ['none', [null, null], null],
    ['two', ['_a', '_b'], null],
    ['two, and one again', ['_a', '_b', '_a'], null],
  ])('names %s session', async (_how, sessions, kept) => {
    const person = await saying(...sessions.map((session) => ({ session }))).at(login);
    expect(person).toMatchObject({ providerSessionId: kept });
  });

  it.each<[string, Stated, string]>([
    ['in the future', { at: 'FUTURE' }, 'NOT_TIMELY'],
    ['over', { until: 'PAST' }, 'NOT_TIMELY'],
    ['in no zone', { at: '2026-11-28T10:00:00' }, 'RESPONSE_MALFORMED'],
    ['at no time', { at: '' }, 'RESPONSE_MALFORMED'],
    ['without a context', { context: '' }, 'RESPONSE_MALFORMED'],
    ['with a session that cannot be stored', { session: 'x'.repeat(2_000) }, 'RESPONSE_MALFORMED'],
  ])('is refused when one of them is %s, whichever it is', async (_what, { at, until, ...rest }, fault) => {
    const bad = { ...rest, at: at === 'FUTURE' ? ago(-90) : (at ?? ago(0)), ...(until !== undefined && { until: ago(90) }) };
    for (const order of [
      [bad, {}],
      [{}, bad],
      [{}, bad, {}],
    ])
      await expect(saying(...order).at(login)).rejects.toMatchObject({ fault });
  });

  it('is refused when the person had to log in again and one of them is from before', async () => {
    const forced = await startedLogin({ forceLogin: true });
    for (const order of [
      [{ at: ago(3600) }, {}],
      [{}, { at: ago(3600), how: MFA }],
    ])
      await expect(saying(...order).at(forced)).rejects.toMatchObject({ fault: 'LOGIN_NOT_REPEATED' });
    await expect(saying({}, {}).at(forced)).resolves.toBeDefined();
  });

  it('is refused when a statement was put beside the assertion, or in after it was signed', async () => {
    const genuine = login.genuine();
    for (const forged of [
      genuine.replace('<saml:AuthnStatement', `${statement({ how: MFA })}<saml:AuthnStatement`),
      genuine.replace('</saml:Assertion>', `${statement({ how: MFA })}</saml:Assertion>`),
    ])
      await expect(login.identify(forged)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
    const beside = await login.identify(genuine.replace('</samlp:Response>', `${statement({ how: MFA })}</samlp:Response>`));
    expect(beside.claims['authn_context']).not.toContain(MFA);
  });
});
