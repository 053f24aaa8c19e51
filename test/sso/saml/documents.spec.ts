import { beforeAll, describe, expect, it } from '@jest/globals';
import { Saml20 } from 'saml';
import { runWithOrigin } from '../../../src/platform/http/request-context.js';
import { Unavailable } from '../../../src/shared/domain-error.js';
import { certificateOf } from '../../../src/sso/adapters/saml/certificates.js';
import { ISSUER, SIGNER, type StartedLogin, samlConnection, startedLogin } from '../../support/saml-connection.js';
import { EMAIL, GROUPS, posted, responseAround, signRoot } from '../../support/saml-messages.js';
import { selfSigned } from '../../support/self-signed.js';

let login: StartedLogin;
beforeAll(async () => {
  login = await startedLogin();
});
const written = (edit: (assertion: string) => string, change: Parameters<StartedLogin['assertion']>[0] = {}): string =>
  responseAround(signRoot(edit(login.assertion(change)), SIGNER), login.around);

describe('What is no plain document of XML is not parsed', () => {
  it.each<[string, (xml: string) => string]>([
    ['a DOCTYPE', (xml) => `<!DOCTYPE x>${xml}`],
    ['entities', (xml) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml}`],
    ['a processing instruction', (xml) => `<?xml-stylesheet href="https://attacker.test/"?>${xml}`],
    ['a processing instruction inside', (xml) => xml.replace('<samlp:Status>', '<?x y?><samlp:Status>')],
    ['an encoding that others read differently', (xml) => `<?xml version="1.0" encoding="UTF-7"?>${xml}`],
    ['more than 512 KiB', (xml) => xml.replace('<samlp:Status>', `<!--${'x'.repeat(512 * 1024)}--><samlp:Status>`)],
    ['too many elements', (xml) => xml.replace('</samlp:Status>', `${'<a/>'.repeat(5_001)}</samlp:Status>`)],
    ['a character that is none', (xml) => xml.replace('ines-at', 'ines&#0;at')],
    ['an undeclared entity', (xml) => xml.replace('ines-at', 'ines&nbsp;at')],
    ['an attribute given twice', (xml) => xml.replace(' Version="2.0"', ' Version="2.0" Version="2.0"')],
    ['a second root', (xml) => xml + xml],
    ['no end', (xml) => xml.slice(0, -10)],
    ['nothing', () => ''],
  ])('%s', async (_what, change) => {
    await expect(login.identify(change(login.genuine()))).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
  });

  it('a declaration of XML and a byte order mark may stand before it', async () => {
    const declared = `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n${login.genuine()}`;
    await expect(login.identify(declared)).resolves.toMatchObject({ issuer: ISSUER });
  });

  it('another message of SAML', async () => {
    const other = login.genuine().replaceAll('samlp:Response', 'samlp:ArtifactResponse');
    await expect(login.identify(other)).rejects.toMatchObject({ reason: 'is a ArtifactResponse, no Response' });
  });

  // Readers that are less strict would find in the first three what was sent.
  it.each<[string, (letters: string) => string, string]>([
    ['a letter of no Base64', (letters) => `*${letters}`, 'is not Base64'],
    ['no padding', (letters) => letters.replace(/=*$/, ''), 'is not Base64'],
    ['something behind its end', (letters) => `${letters}AAAA`, 'is not Base64'],
    ['nothing', () => '', 'is not Base64'],
    ['bytes that are not UTF-8', () => 'gICA', 'is not UTF-8'],
  ])('what is sent with %s', async (_what, change, reason) => {
    const letters = ['', '\n', '\n\n'].map((end) => posted(login.genuine() + end)).find((one) => one.endsWith('=='));
    const response = { type: 'saml' as const, message: change(letters ?? ''), network: '203.0.113.1' };
    const answer = login.provider.identify(samlConnection(), { requestId: '_1' }, response);
    await expect(answer).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED', reason });
  });
});

it('What is no answer of SAML, or to nothing that was asked, is refused for that', async () => {
  const message = posted(login.genuine());
  const parameters = new URLSearchParams();
  await expect(login.provider.identify(samlConnection(), { requestId: '_1' }, { type: 'oidc', parameters })).rejects.toMatchObject({
    reason: 'is not a SAML answer',
  });
  await expect(login.provider.identify(samlConnection(), {}, { type: 'saml', message, network: '203.0.113.1' })).rejects.toMatchObject({
    reason: 'this service asked for no login',
  });
});

describe('Who is named', () => {
  it('is the whole text, wherever a comment stands in it', async () => {
    const commented = login.genuine({ subject: 'owner@customer.test.attacker.test' });
    const forged = commented.replace('>owner@customer.test.', '>owner@customer.test<!-- -->.');
    expect(forged).not.toBe(commented);
    expect(await login.identify(forged)).toMatchObject({ subject: 'owner@customer.test.attacker.test' });
  });

  it('is the whole address as well', async () => {
    const commented = login.genuine({ attributes: { [EMAIL]: 'owner@customer.test.attacker.test' } });
    const forged = commented.replace('>owner@customer.test.', '>owner@customer.test<!-- -->.');
    expect(await login.identify(forged)).toMatchObject({ email: 'owner@customer.test.attacker.test' });
  });

  it.each<[string, string]>([
    ['a space', ' '],
    ['a no-break space', '\u00a0'],
    ['a line', '\n'],
    ['an invisible mark', '\ufeff'],
  ])(
    'names no person by a name with %s around it, which could belong to another person, while an address has no white space at its ends',
    async (_what, space) => {
      for (const outer of [`${space}ines-at-the-provider`, `ines-at-the-provider${space}`]) {
        const padded = written((xml) => xml.replace('>ines-at-the-provider<', `>${outer}<`));
        await expect(login.identify(padded)).rejects.toMatchObject({
          fault: 'RESPONSE_MALFORMED',
          reason: 'the NameID begins or ends with white space: have the provider send it without',
        });
      }
      const address = written((xml) => xml.replace('>ines@customer.test<', `>ines@customer.test${space}<`));
      if (/\s/.test(space) && space < '\u0080') expect(await login.identify(address)).toMatchObject({ email: 'ines@customer.test' });
      else await expect(login.identify(address)).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
      const group = written((xml) => xml.replace('>staff<', `>staff${space}<`));
      expect(await login.identify(group)).toMatchObject({ groups: [`staff${space}`, 'data'] });
    },
  );

  it('has no address when two are given, and has that of the NameID when none is', async () => {
    const two = login.genuine({ attributes: { [EMAIL]: ['ines@customer.test', 'owner@customer.test'] } });
    expect(await login.identify(two)).toMatchObject({ email: null, isEmailVerified: false });
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const none = login.genuine({ attributes: {}, subject: 'ines@customer.test', nameIdFormat });
    expect(await login.identify(none)).toMatchObject({ email: 'ines@customer.test', groups: [], groupsSaid: 'absent', name: null });
    const link = { ['http://schemas.microsoft.com/claims/groups.link']: 'https://graph.microsoft.test/' };
    const elsewhere = login.genuine({ attributes: link, subject: 'ines@customer.test', nameIdFormat });
    expect(await login.identify(elsewhere)).toMatchObject({ groups: [], groupsSaid: 'incomplete' });
    const empty = login.genuine({ attributes: { [GROUPS]: [''] }, subject: 'ines@customer.test', nameIdFormat });
    expect(await login.identify(empty)).toMatchObject({ groups: [], groupsSaid: 'listed' });
  });

  it('has the same address in other letters once', async () => {
    const twice = login.genuine({ attributes: { [EMAIL]: ['ines@customer.test', 'Ines@Customer.test'] } });
    expect(await login.identify(twice)).toMatchObject({ email: 'ines@customer.test', isEmailVerified: true });
  });

  it.each<[string, string, string | null]>([
    ['urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', 'ines@customer.test', 'ines@customer.test'],
    ['urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', 'ines', null],
    ['urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', 'customer.test\\ines', null],
    ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', 'ines@customer.test', null],
    ['urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos', 'ines@customer.test', null],
  ])('whose NameID is of the kind %s and is %s has the address %j if no other is sent', async (nameIdFormat, subject, email) => {
    expect(await login.identify(login.genuine({ attributes: {}, subject, nameIdFormat }))).toMatchObject({ subject, email });
    const stated = login.genuine({ subject, nameIdFormat, attributes: { [EMAIL]: 'other@customer.test' } });
    expect(await login.identify(stated)).toMatchObject({ subject, email: 'other@customer.test' });
  });

  it.each<[string, () => string, string]>([
    [
      'by a name that is another one each time',
      () => login.genuine({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
      'PROVIDER_MISCONFIGURED',
    ],
    ['by two names', () => written((xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '$&$&')), 'RESPONSE_MALFORMED'],
    ['by no name', () => written((xml) => xml.replace('ines-at-the-provider', ' ')), 'RESPONSE_MALFORMED'],
    ['by an element', () => written((xml) => xml.replace('ines-at-the-provider', '<b>ines</b>')), 'RESPONSE_MALFORMED'],
    ['by no login', () => written((xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '')), 'RESPONSE_MALFORMED'],
  ])('names no person %s', async (_what, xml, fault) => {
    await expect(login.identify(xml())).rejects.toMatchObject({ fault });
  });

  it('has an address that is verified only if the directory or the provider says so', async () => {
    const connection = samlConnection({ addressProof: 'claim' });
    const asked = await startedLogin({ connection });
    expect(await asked.identify(asked.genuine())).toMatchObject({ isEmailVerified: false });
    const stated = asked.genuine({
      attributes: { [EMAIL]: 'ines@customer.test', email_verified: 'true', [GROUPS]: 'staff' },
    });
    expect(await asked.identify(stated)).toMatchObject({ isEmailVerified: true, groups: ['staff'] });
  });

  it('has proved a second factor only where that is trusted and said', async () => {
    const authnContext = 'https://refeds.org/profile/mfa';
    expect(await login.identify(login.genuine({ authnContext }))).toMatchObject({ acr: 'aal1' });
    const trusting = await startedLogin({ connection: samlConnection({ trustsMfa: true }) });
    expect(await trusting.identify(trusting.genuine({ authnContext }))).toMatchObject({ acr: 'aal2' });
    expect(await trusting.identify(trusting.genuine())).toMatchObject({ acr: 'aal1' });
  });
});

describe('What is encrypted', () => {
  const encrypted = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const encryption = {
        encryptionCert: SIGNER.cert,
        encryptionPublicKey: SIGNER.cert,
        key: SIGNER.key,
        cert: SIGNER.cert,
      };
      Saml20.create({ ...login.said, nameIdentifier: 'the-owner', ...encryption }, (error, xml) =>
        error === null ? resolve(xml) : reject(error),
      );
    });

  it('is refused alone, before and behind what is signed, and twice', async () => {
    const secret = await encrypted();
    const genuine = signRoot(login.assertion(), SIGNER);
    for (const content of [secret, secret + genuine, genuine + secret, secret + secret]) {
      const answer = login.identify(responseAround(content, login.around));
      await expect(answer).rejects.toMatchObject({
        fault: 'PROVIDER_MISCONFIGURED',
        reason: expect.stringContaining('encrypt'),
      });
    }
  });
});

describe('A certificate', () => {
  const notOver = { type: 'rsa', notBefore: '200101000000Z', notAfter: '210101000000Z' } as const;
  it('that has expired verifies nothing, and beside a valid one does no harm', async () => {
    const expired = selfSigned('idp.customer.test', notOver);
    const certificates = [certificateOf(expired.cert)];
    const alone = await startedLogin({ connection: samlConnection({ certificates }) });
    const signed = responseAround(signRoot(alone.assertion(), expired), alone.around);
    await expect(alone.identify(signed)).rejects.toMatchObject({
      fault: 'PROVIDER_MISCONFIGURED',
      reason: expect.stringContaining('valid'),
    });
    const both = await startedLogin({
      connection: samlConnection({ certificates: [...certificates, certificateOf(SIGNER.cert)] }),
    });
    await expect(both.identify(both.genuine())).resolves.toBeDefined();
    const byExpired = responseAround(signRoot(both.assertion(), expired), both.around);
    await expect(both.identify(byExpired)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });

  it('has to be there', async () => {
    const without = await startedLogin({ connection: samlConnection({ certificates: [] }) });
    await expect(without.identify(without.genuine())).rejects.toMatchObject({
      fault: 'PROVIDER_MISCONFIGURED',
      reason: 'the connection has no certificate of its provider',
    });
  });

  it.each<[string, () => string]>([
    ['of another kind of key', () => selfSigned('idp.customer.test', { curve: 'secp256k1' }).cert],
    ['of a short key', () => selfSigned('idp.customer.test', { type: 'rsa', rsaBits: 1024 }).cert],
    ['that is none', () => 'MIIB'],
  ])('%s is not taken', (_what, cert) => {
    expect(() => certificateOf(cert())).toThrow(expect.objectContaining({ fault: 'PROVIDER_MISCONFIGURED' }));
  });
});

describe('Documents wait for a thread', () => {
  const read = (network: string): Promise<unknown> =>
    login.provider.identify(samlConnection(), { requestId: '_1' }, { type: 'saml', message: 'AAAA', network });
  const endsOf = async (reads: readonly Promise<unknown>[]): Promise<unknown[]> =>
    (await Promise.allSettled(reads)).map((end) => (end.status === 'rejected' ? (end.reason as unknown) : end.value));

  it('in one line for all who share a /48 of IPv6, however many networks they come from', async () => {
    const ends = await endsOf(Array.from({ length: 60 }, (_, n) => read(`2001:db8:1:${n.toString(16)}::/64`)));
    expect(ends.filter((end) => (end as { code?: string }).code === 'UNAVAILABLE')).toHaveLength(60 - 1 - 50);
  });

  it('as long as their senders do: for a client that has hung up nothing is read', async () => {
    const left = new AbortController();
    const origin = {
      method: 'POST',
      requestId: 'r',
      ip: null,
      userAgent: null,
      country: null,
      platformVersion: null,
      gone: left.signal,
    };
    const reads = runWithOrigin(origin, () => Array.from({ length: 3 }, () => read('203.0.113.2')));
    left.abort(new Unavailable('The client has gone.'));
    expect(await endsOf(reads)).toMatchObject([
      { fault: 'RESPONSE_MALFORMED' },
      ...[1, 2].map(() => ({ message: 'The client has gone.' })),
    ]);
  });
});
