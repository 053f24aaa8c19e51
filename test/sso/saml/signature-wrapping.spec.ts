import { beforeAll, describe, expect, it } from '@jest/globals';
import { SIGNER, type StartedLogin, startedLogin } from '../../support/saml-connection.js';
import { responseAround, signRoot } from '../../support/saml-messages.js';
import { selfSigned } from '../../support/self-signed.js';

const STRANGER = selfSigned('attacker.test', { type: 'rsa' });
/** Whichever of the two is found first. */
const MALFORMED_OR_UNSIGNED: unknown = expect.stringMatching(/SIGNATURE_INVALID|RESPONSE_MALFORMED/);
const SIGNATURE = /<Signature xmlns="http:\/\/www\.w3\.org\/2000\/09\/xmldsig#">.*?<\/Signature>/s;

interface Parts {
  /** What the provider signed, in the response it came in. */
  readonly response: string;
  readonly assertion: string;
  readonly signature: string;
  /** The assertion without its signature. */
  readonly bare: string;
  /** Says that another person is there. */
  readonly evil: string;
  readonly around: (content: string) => string;
}

const REASONS: Readonly<Record<string, string>> = {
  'its ID at another element too': 'an ID stands for several elements',
  'a signature elsewhere': 'a signature is where none is allowed',
  'its own signature twice': 'an element has several signatures',
  'itself alone among the extensions': 'the assertion is where none is allowed',
  'a response in a response': 'the assertion is where none is allowed',
};

let login: StartedLogin;
let parts: Parts;
beforeAll(async () => {
  login = await startedLogin();
  const assertion = signRoot(login.assertion(), SIGNER);
  const signature = SIGNATURE.exec(assertion)?.[0] ?? '';
  const bare = assertion.replace(signature, '');
  const evil = bare.replace(/ ID="[^"]*"/, ' ID="_evil"').replace('ines-at-the-provider', 'the-owner');
  const around = (content: string): string => responseAround(content, login.around);
  parts = { response: around(assertion), assertion, signature, bare, evil, around };
});

/** The evil assertion with something put behind its Issuer, where its signature would be. */
const evilWith = ({ evil }: Parts, content: string): string => evil.replace('</saml:Issuer>', `</saml:Issuer>${content}`);
const inSignature = (signature: string, content: string): string =>
  signature.replace('</Signature>', `<Object>${content}</Object></Signature>`);
/** A response that the provider signed as a whole, and what is in it. */
const signedResponse = (): { whole: string; signature: string; bare: string } => {
  const whole = signRoot(responseAround(login.assertion(), login.around), SIGNER);
  const signature = SIGNATURE.exec(whole)?.[0] ?? '';
  return { whole, signature, bare: whole.replace(signature, '') };
};
const evilResponse = ({ evil, around }: Parts, signature: string): string =>
  around(evil).replace('ID="_response"', 'ID="_evil_response"').replace('</saml:Issuer>', `</saml:Issuer>${signature}`);

describe('A signature does not vouch for content that is put around it', () => {
  it.each<[string, (p: Parts) => string]>([
    [
      'XSW 1: the signed response inside the signature of another',
      (p) => {
        const { signature, bare } = signedResponse();
        return evilResponse(p, inSignature(signature, bare));
      },
    ],
    [
      'XSW 2: the signed response beside the signature',
      (p) => {
        const { signature, bare } = signedResponse();
        return evilResponse(p, bare + signature);
      },
    ],
    ['XSW 3: another assertion before it', (p) => p.around(p.evil + p.assertion)],
    ['XSW 4: another assertion around it', (p) => p.around(p.evil.replace('</saml:Assertion>', `${p.assertion}</saml:Assertion>`))],
    ['XSW 5: its signature on another one', (p) => p.around(evilWith(p, p.signature) + p.bare)],
    ['XSW 6: in the signature that was moved to another one', (p) => p.around(evilWith(p, inSignature(p.signature, p.bare)))],
    ['XSW 7: another one among the extensions', (p) => p.around(`<samlp:Extensions>${p.evil}</samlp:Extensions>${p.assertion}`)],
    [
      'XSW 8: itself in an object of the signature',
      (p) => p.around(evilWith(p, p.signature.replace('</Signature>', `<Object>${p.assertion}</Object></Signature>`))),
    ],
    ['another assertion behind it', (p) => p.around(p.assertion + p.evil)],
    [
      'itself within another one under the same ID',
      (p) => p.around(evilWith(p, p.assertion).replace('_evil', / ID="([^"]*)"/.exec(p.bare)?.[1] ?? '')),
    ],
    ['the one that is signed among the extensions', (p) => p.around(`<samlp:Extensions>${p.assertion}</samlp:Extensions>${p.evil}`)],
    ['an assertion of no namespace beside it', (p) => p.around(`<Assertion>${p.evil}</Assertion>${p.assertion}`)],
    [
      'its ID at another element too',
      (p) => p.response.replace('<samlp:Status>', `<samlp:Status id="${/ ID="([^"]*)"/.exec(p.bare)?.[1]}">`),
    ],
    ['a signature elsewhere', (p) => p.response.replace('<samlp:Status>', `<samlp:Status>${p.signature}`)],
    ['its own signature twice', (p) => p.around(p.assertion.replace(p.signature, p.signature + p.signature))],
    ['a response in a response', (p) => p.around(p.response)],
    ['itself alone among the extensions', (p) => p.around(`<samlp:Extensions>${p.assertion}</samlp:Extensions>`)],
  ])('%s', async (attack, forge) => {
    const forged = forge(parts);
    expect(forged).not.toBe(parts.response);
    // The library refuses most of them too, for reasons of its own.
    const reason = REASONS[attack] ?? 'does not hold exactly one assertion';
    await expect(login.identify(forged)).rejects.toMatchObject({ fault: MALFORMED_OR_UNSIGNED, reason });
  });

  it('the answer that all of these are made of is good itself', async () => {
    await expect(login.identify(parts.response)).resolves.toMatchObject({ subject: 'ines-at-the-provider' });
  });
});

describe('A signature has one reading', () => {
  const digest = /<DigestValue>([^<]*)<\/DigestValue>/;
  it.each<[string, (p: Parts) => string, string]>([
    ['two SignedInfo', ({ signature }) => signature.replace(/<SignedInfo>.*<\/SignedInfo>/s, '$&$&'), 'Signature has several SignedInfo'],
    ['a second Reference', ({ signature }) => signature.replace(/<Reference.*<\/Reference>/s, '$&$&'), 'SignedInfo has several Reference'],
    [
      'a second DigestValue',
      ({ signature }) => signature.replace(digest, '<DigestValue>AAAA</DigestValue>$&'),
      'Reference has several DigestValue',
    ],
    [
      'a comment in the DigestValue',
      ({ signature }) => signature.replace(digest, '<DigestValue><!--AAAA-->$1</DigestValue>'),
      'the signature does not have the plain form of SAML',
    ],
    [
      'a comment in SignedInfo',
      ({ signature }) => signature.replace('<SignedInfo>', '<SignedInfo><!--x-->'),
      'the signature does not have the plain form of SAML',
    ],
    [
      'an element in the DigestValue',
      ({ signature }) => signature.replace(digest, '<DigestValue><b>AAAA</b>$1</DigestValue>'),
      'DigestValue holds more than text',
    ],
    ['no digest of Base64', ({ signature }) => signature.replace(digest, '<DigestValue>&#65;*</DigestValue>'), 'DigestValue is not Base64'],
    ['an Object', ({ signature }) => inSignature(signature, 'x'), 'Signature holds what no signature of SAML does'],
    [
      'a key before what is signed, with methods of its own',
      ({ signature }) => signature.replace('<SignedInfo>', '<KeyInfo><CanonicalizationMethod Algorithm="x"/></KeyInfo><SignedInfo>'),
      'the parts of the signature are not in their order',
    ],
    ['two keys', ({ signature }) => signature.replace('</Signature>', '<KeyInfo/><KeyInfo/></Signature>'), 'Signature has several KeyInfo'],
    [
      'another kind of signature',
      ({ signature }) => signature.replace('09/xmldsig#', '09/other#'),
      'the signature does not have the plain form of SAML',
    ],
    [
      'a reference to nothing',
      ({ signature }) => signature.replace(/URI="[^"]*"/, 'URI=""'),
      'the signature covers something other than the element that holds it',
    ],
    [
      'no transform',
      ({ signature }) => signature.replace(/<Transform .*?\/>/gs, ''),
      'the signature has other transforms than those of SAML',
    ],
    [
      'a third transform',
      ({ signature }) => signature.replace(/<Transform [^>]*xml-exc-c14n#"\/>/, '$&$&'),
      'the signature has other transforms than those of SAML',
    ],
    ['something else for a transform', ({ signature }) => signature.replace(/<Transform /, '<Other '), 'a transform names no algorithm'],
    [
      'another SignatureValue',
      ({ signature }) => signature.replace('<SignatureValue>', '<SignatureValue>AAAA'),
      'no certificate of the connection fits the signature of the Assertion: add the one that the provider signs with',
    ],
  ])('and is refused with %s', async (_what, change, reason) => {
    const forged = parts.response.replace(parts.signature, change(parts));
    expect(forged).not.toBe(parts.response);
    const error = await login.identify(forged).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ fault: MALFORMED_OR_UNSIGNED, reason });
  });

  it('and names what it is over by a proper ID', async () => {
    const odd = signRoot(login.assertion().replace(/ ID="[^"]*"/, ' ID="a b"'), SIGNER);
    expect(odd).toContain('URI="#a b"');
    await expect(login.identify(parts.around(odd))).rejects.toMatchObject({
      fault: 'SIGNATURE_INVALID',
      reason: 'what is signed has no proper ID',
    });
  });

  it.each<[string, (p: Parts) => string, string]>([
    [
      'an XPath transform',
      ({ signature }) =>
        signature.replace(/Algorithm="[^"]*enveloped-signature"/, 'Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"'),
      'ALGORITHM_REFUSED',
    ],
    [
      'another canonicalization than was used',
      ({ signature }) => signature.replaceAll('xml-exc-c14n#"', 'xml-exc-c14n#WithComments"'),
      'SIGNATURE_INVALID',
    ],
    [
      'canonicalization that is not exclusive',
      ({ signature }) =>
        signature.replaceAll('http://www.w3.org/2001/10/xml-exc-c14n#"', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments"'),
      'ALGORITHM_REFUSED',
    ],
    [
      'a shared secret instead of a key',
      ({ signature }) => signature.replace(/Algorithm="[^"]*rsa-sha256"/, 'Algorithm="http://www.w3.org/2000/09/xmldsig#hmac-sha1"'),
      'ALGORITHM_REFUSED',
    ],
    [
      'a length of the signature',
      ({ signature }) =>
        signature.replace(/<SignatureMethod ([^>]*)\/>/, '<SignatureMethod $1><HMACOutputLength>1</HMACOutputLength></SignatureMethod>'),
      'ALGORITHM_REFUSED',
    ],
    [
      'namespaces where none are',
      ({ signature }) =>
        signature.replace(
          /<DigestMethod ([^>]*)\/>/,
          '<DigestMethod $1><InclusiveNamespaces xmlns="http://www.w3.org/2001/10/xml-exc-c14n#"/></DigestMethod>',
        ),
      'ALGORITHM_REFUSED',
    ],
  ])('and is refused with %s', async (_what, change, fault) => {
    const forged = parts.response.replace(parts.signature, change(parts));
    await expect(login.identify(forged)).rejects.toMatchObject({ fault });
  });

  it('has to be there', async () => {
    await expect(login.identify(parts.around(parts.bare))).rejects.toMatchObject({
      fault: 'SIGNATURE_INVALID',
      reason: 'neither the assertion nor the response is signed',
    });
  });

  it('of SHA-1 it is refused though it verifies', async () => {
    const digestAlone = signRoot(login.assertion(), SIGNER, 'sha256', 'sha1');
    for (const old of [signRoot(login.assertion(), SIGNER, 'sha1'), digestAlone]) {
      await expect(login.identify(parts.around(old))).rejects.toMatchObject({ fault: 'ALGORITHM_REFUSED' });
    }
  });

  it('is refused with the signature of another party, even with their certificate beside it', async () => {
    const forged = parts.around(signRoot(login.assertion(), STRANGER));
    const certificate = STRANGER.cert.replace(/-----[^-]+-----|\s/g, '');
    const keyInfo = `<KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`;
    for (const xml of [forged, forged.replace('</Signature>', keyInfo)]) {
      await expect(login.identify(xml)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
    }
  });

  it('that is broken spoils the answer though another one is whole', async () => {
    const twice = signRoot(parts.response, SIGNER).replace('Version="2.0" IssueInstant', 'Consent="urn:x" Version="2.0" IssueInstant');
    await expect(login.identify(twice)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });

  it('is over what is believed: altered text is refused', async () => {
    await expect(login.identify(parts.response.replace('ines-at-the', 'owner-at-the'))).rejects.toMatchObject({
      fault: 'SIGNATURE_INVALID',
    });
  });
});
