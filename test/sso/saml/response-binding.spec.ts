import { beforeAll, describe, expect, it } from '@jest/globals';
import { ADDRESSES, ISSUER, SIGNER, type StartedLogin, samlConnection, startedLogin } from '../../support/saml-connection.js';
import { EMAIL, GROUPS, NAME, posted, responseAround, signRoot } from '../../support/saml-messages.js';

let login: StartedLogin;
const ago = (seconds: number): string => new Date(login.clock.now().getTime() - seconds * 1000).toISOString();
const ahead = (seconds: number): string => ago(-seconds);

beforeAll(async () => {
  login = await startedLogin();
});

/** An assertion that the provider signed after its content was changed there. */
const written = (edit: (assertion: string) => string, change: Parameters<StartedLogin['assertion']>[0] = {}): string =>
  responseAround(signRoot(edit(login.assertion(change)), SIGNER), login.around);

describe('A genuine answer', () => {
  it.each([
    ['with its assertion signed', () => login.genuine()],
    ['signed as a whole', () => signRoot(responseAround(login.assertion(), login.around), SIGNER)],
    ['signed twice', () => signRoot(login.genuine(), SIGNER)],
  ])('%s says who a person is', async (_how, xml) => {
    expect(await login.identify(xml())).toEqual({
      issuer: ISSUER,
      subject: 'ines-at-the-provider',
      email: 'ines@customer.test',
      isEmailVerified: true,
      name: 'Ines Inn',
      groups: ['staff', 'data'],
      groupsSaid: 'listed',
      acr: 'aal1',
      authenticatedAt: expect.any(Date),
      providerSessionId: '_session-1',
      idToken: null,
      assertion: { id: expect.stringMatching(/^_/), expiresAt: expect.any(Date) },
      claims: {
        name_id: 'ines-at-the-provider',
        name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        authn_context: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
        [EMAIL]: ['ines@customer.test'],
        [NAME]: ['Ines Inn'],
        [GROUPS]: ['staff', 'data'],
      },
    });
  });

  it('is named by its assertion for longer than it is believed', async () => {
    const { assertion } = await login.identify(login.genuine());
    expect(assertion?.expiresAt.getTime()).toBeGreaterThan(login.clock.now().getTime() + 10 * 60_000);
  });
});

describe('An answer that was meant for something else', () => {
  const other = 'https://elsewhere.test/';
  it.each<[string, () => string, string]>([
    ['to another request', () => login.genuine({ inResponseTo: '_another' }), 'REQUEST_MISMATCH'],
    ['to no request', () => login.genuine({ inResponseTo: undefined }), 'REQUEST_MISMATCH'],
    [
      'to another request by what is around it',
      () => responseAround(signRoot(login.assertion(), SIGNER), { ...login.around, inResponseTo: '_another' }),
      'REQUEST_MISMATCH',
    ],
    ['of another issuer', () => login.genuine({ issuer: other }), 'ISSUER_MISMATCH'],
    [
      'of another issuer by what is around it',
      () => responseAround(signRoot(login.assertion(), SIGNER), { ...login.around, issuer: other }),
      'ISSUER_MISMATCH',
    ],
    ['for another audience', () => login.genuine({ audience: other }), 'AUDIENCE_MISMATCH'],
    [
      'for no audience',
      () => written((xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')),
      'AUDIENCE_MISMATCH',
    ],
    [
      'for another audience beside this one',
      () =>
        written((xml) =>
          xml.replace(
            '</saml:Conditions>',
            `<saml:AudienceRestriction><saml:Audience>${other}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
          ),
        ),
      'AUDIENCE_MISMATCH',
    ],
    ['for another recipient', () => login.genuine({ recipient: other }), 'RECIPIENT_MISMATCH'],
    [
      'for the recipient of another connection',
      () => login.genuine({ recipient: ADDRESSES.acsUrl.replace('/7/', '/8/') }),
      'RECIPIENT_MISMATCH',
    ],
    ['for no recipient', () => written((xml) => xml.replace(/ Recipient="[^"]*"/, '')), 'RECIPIENT_MISMATCH'],
    [
      'for another destination',
      () => responseAround(signRoot(login.assertion(), SIGNER), { ...login.around, destination: other }),
      'DESTINATION_MISMATCH',
    ],
    [
      'signed as a whole for no destination',
      () => signRoot(responseAround(login.assertion(), { issuer: ISSUER }), SIGNER),
      'DESTINATION_MISMATCH',
    ],
    [
      'confirmed by a key instead of the bearer',
      () => written((xml) => xml.replace('cm:bearer', 'cm:holder-of-key')),
      'RESPONSE_MALFORMED',
    ],
    [
      'under an unknown condition',
      () => written((xml) => xml.replace('</saml:Conditions>', '<x:Only xmlns:x="urn:x"/></saml:Conditions>')),
      'RESPONSE_MALFORMED',
    ],
    [
      'of SAML 1.1 by what is around it',
      () => login.genuine().replace('ID="_response" Version="2.0"', 'ID="_response" Version="1.1"'),
      'RESPONSE_MALFORMED',
    ],
    ['of SAML 1.1', () => written((xml) => xml.replace('Version="2.0"', 'Version="1.1"')), 'RESPONSE_MALFORMED'],
  ])('%s is refused', async (_what, xml, fault) => {
    await expect(login.identify(xml())).rejects.toMatchObject({ fault });
  });

  it('says to operators what was expected, and to the person nothing of it', async () => {
    const error = await login.identify(login.genuine({ audience: other })).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ reason: `Audience is ${other}, not ${ADDRESSES.entityId}` });
    expect((error as Error).message).not.toContain(other);
  });
});

describe('An answer out of its time', () => {
  const confirmation = (time: string) => (xml: string) =>
    xml.replace(/(<saml:SubjectConfirmationData[^>]*NotOnOrAfter=")[^"]*/, `$1${time}`);
  const conditions = (name: string, time: string) => (xml: string) =>
    xml.replace(new RegExp(`(<saml:Conditions[^>]*${name}=")[^"]*`), `$1${time}`);

  it.each<[string, () => string, string]>([
    ['whose confirmation is over', () => written(confirmation(ago(61))), 'NOT_TIMELY'],
    [
      'whose confirmation never ends',
      () => written((xml) => xml.replace(/(<saml:SubjectConfirmationData[^>]*) NotOnOrAfter="[^"]*"/, '$1')),
      'NOT_TIMELY',
    ],
    [
      'whose confirmation has not begun',
      () => written((xml) => xml.replace('<saml:SubjectConfirmationData', `<saml:SubjectConfirmationData NotBefore="${ahead(70)}"`)),
      'NOT_TIMELY',
    ],
    ['whose conditions are over', () => written(conditions('NotOnOrAfter', ago(61))), 'NOT_TIMELY'],
    ['whose conditions have not begun', () => written(conditions('NotBefore', ahead(70))), 'NOT_TIMELY'],
    [
      'that was issued eleven minutes ago and says it is good for an hour',
      () =>
        written((xml) =>
          xml
            .replace(/IssueInstant="[^"]*"/, `IssueInstant="${ago(661)}"`)
            .replace(/NotOnOrAfter="[^"]*"/g, `NotOnOrAfter="${ahead(3600)}"`),
        ),
      'NOT_TIMELY',
    ],
    [
      'that is issued in the future',
      () => written((xml) => xml.replace(/IssueInstant="[^"]*"/, `IssueInstant="${ahead(70)}"`)),
      'NOT_TIMELY',
    ],
    [
      'of a session at the provider that is over',
      () => written((xml) => xml.replace('<saml:AuthnStatement', `<saml:AuthnStatement SessionNotOnOrAfter="${ago(61)}"`)),
      'NOT_TIMELY',
    ],
    ['of a login in the future', () => written((xml) => xml.replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${ahead(70)}"`)), 'NOT_TIMELY'],
    ['with a time in no zone', () => written(confirmation(ahead(60).replace('Z', ''))), 'RESPONSE_MALFORMED'],
  ])('%s is refused', async (_what, xml, fault) => {
    await expect(login.identify(xml())).rejects.toMatchObject({ fault });
  });

  it('is believed while the clocks are less than a minute apart, and for as long as Entra ID says within ten minutes', async () => {
    await expect(login.identify(written(confirmation(ago(50))))).resolves.toBeDefined();
    const entra = written((xml) => xml.replace(/NotOnOrAfter="[^"]*"/g, `NotOnOrAfter="${ahead(4200)}"`));
    await expect(login.identify(entra)).resolves.toBeDefined();
  });

  it('is refused if the person had to log in again and did not', async () => {
    const forced = await startedLogin({ forceLogin: true });
    const stale = forced.assertion().replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${ago(3600)}"`);
    const answer = forced.identify(responseAround(signRoot(stale, SIGNER), forced.around));
    await expect(answer).rejects.toMatchObject({ fault: 'LOGIN_NOT_REPEATED', reason: expect.stringContaining('ForceAuthn') });
    await expect(forced.identify(forced.genuine())).resolves.toBeDefined();
    const tolerant = await startedLogin({ forceLogin: true, mayBeEarlier: true });
    const earlier = tolerant.assertion().replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${ago(3600)}"`);
    const told = await tolerant.identify(responseAround(signRoot(earlier, SIGNER), tolerant.around));
    expect(told.authenticatedAt).toEqual(new Date(ago(3600)));
  });
});

it('A refusal of the provider is told apart from a broken answer, whether it is signed or not', async () => {
  const refusal = responseAround('', { ...login.around, status: 'Responder' });
  await expect(login.identify(refusal)).rejects.toMatchObject({
    fault: 'STATUS_NOT_SUCCESS',
    reason: expect.stringContaining('status:Responder'),
  });
  const withAssertion = responseAround(signRoot(login.assertion(), SIGNER), { ...login.around, status: 'Responder' });
  await expect(login.identify(withAssertion)).rejects.toMatchObject({ fault: 'STATUS_NOT_SUCCESS' });
});

it('An answer does not count without a request', async () => {
  const answer = { type: 'saml', message: posted(login.genuine()), network: '203.0.113.1' } as const;
  await expect(login.provider.identify(samlConnection(), {}, answer)).rejects.toMatchObject({
    fault: 'REQUEST_MISMATCH',
  });
});

describe('An answer with a value that no row of an index holds is refused', () => {
  const long = 'ü'.repeat(513);
  it.each<[string, () => string]>([
    ['as the NameID', () => login.genuine({ subject: long })],
    ['as the SessionIndex', () => login.genuine({ sessionIndex: long })],
    ['as the ID of the assertion', () => written((xml) => xml.replace(/ ID="[^"]*"/, ` ID="_${'a'.repeat(1024)}"`))],
    ['as the address', () => login.genuine({ attributes: { [EMAIL]: `${'a'.repeat(246)}@corp.test` } })],
    [
      'as the NameID that is the address',
      () =>
        login.genuine({
          subject: `${'a'.repeat(246)}@corp.test`,
          attributes: {},
          nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        }),
    ],
  ])('%s', async (_what, xml) => {
    await expect(login.identify(xml())).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
  });

  it('and one that is just as long as may be is taken', async () => {
    const subject = 'ü'.repeat(512);
    const email = `${'a'.repeat(244)}@corp.test`;
    const answer = login.genuine({ subject, attributes: { [EMAIL]: email } });
    expect(await login.identify(answer)).toMatchObject({ subject, email });
  });
});
