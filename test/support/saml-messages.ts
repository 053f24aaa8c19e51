import { type BinaryLike, type KeyLike, constants, createHash, createSign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { Saml20 } from 'saml';
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import type { SelfSigned } from './self-signed.js';

export const EMAIL = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
export const NAME = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name';
export const GROUPS = 'http://schemas.xmlsoap.org/claims/Group';

const NAMESPACES = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

export interface Said {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly inResponseTo: string | undefined;
  readonly subject?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly sessionIndex?: string;
  readonly authnContext?: string;
  readonly nameIdFormat?: string;
}

/** As the `saml` package writes it, valid for five minutes by the clock of the machine. */
export function mintAssertion(said: Said): string {
  return Saml20.createUnsignedAssertion({
    issuer: said.issuer,
    audiences: said.audience,
    recipient: said.recipient,
    inResponseTo: said.inResponseTo,
    lifetimeInSeconds: 300,
    nameIdentifier: said.subject ?? 'ines-at-the-provider',
    nameIdentifierFormat: said.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    attributes: said.attributes ?? { [EMAIL]: 'ines@customer.test', [NAME]: 'Ines Inn', [GROUPS]: ['staff', 'data'] },
    sessionIndex: said.sessionIndex ?? '_session-1',
    ...(said.authnContext !== undefined && { authnContextClassRef: said.authnContext }),
  });
}

interface Around {
  readonly issuer?: string;
  readonly destination?: string;
  readonly inResponseTo?: string;
  readonly status?: string;
  readonly instant?: string;
}

export function responseAround(assertion: string, around: Around = {}): string {
  const { issuer, destination, inResponseTo, status = 'Success' } = around;
  const attributes = [
    destination !== undefined && ` Destination="${destination}"`,
    inResponseTo !== undefined && ` InResponseTo="${inResponseTo}"`,
  ].filter((attribute) => attribute !== false);
  return (
    `<samlp:Response ${NAMESPACES} ID="_response" Version="2.0" IssueInstant="${new Date().toISOString()}"` +
    `${attributes.join('')}>${issuer === undefined ? '' : `<saml:Issuer>${issuer}</saml:Issuer>`}` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>` +
    `${assertion}</samlp:Response>`
  );
}

/** What a signature says that it is made with. The tests themselves sign what they call `sha1`, which nothing here may accept. */
export const SIGNATURES = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'sha256-pss': 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'sha384-pss': 'http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1',
  'sha512-pss': 'http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1',
} as const;
/** With the key of an elliptic curve. */
export const CURVE_SIGNATURES = {
  'sha256-ec': 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
  'sha384-ec': 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384',
  'sha512-ec': 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512',
} as const;
const ALL_SIGNATURES = { ...SIGNATURES, ...CURVE_SIGNATURES };
export const DIGESTS = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
} as const;

/** Signs the root, which has to have an Issuer. */
export function signRoot(
  xml: string,
  { key: privateKey }: SelfSigned,
  signature: keyof typeof ALL_SIGNATURES = 'sha256',
  digest: keyof typeof DIGESTS = 'sha256',
  exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#',
): string {
  const signatureAlgorithm = ALL_SIGNATURES[signature];
  const signer = new SignedXml({ privateKey, signatureAlgorithm, canonicalizationAlgorithm: exclusive });
  for (const [name, url] of Object.entries(ALL_SIGNATURES)) signer.SignatureAlgorithms[url] = signs(url, name);
  for (const [name, url] of Object.entries(DIGESTS)) signer.HashAlgorithms[url] = digests(url, name);
  const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive];
  signer.addReference({ xpath: '/*', transforms, digestAlgorithm: DIGESTS[digest] });
  signer.computeSignature(xml, { location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } });
  return signer.getSignedXml();
}

/** Independent of what the service verifies with. */
function signs(url: string, name: string): new () => SignatureAlgorithm {
  const [digest = '', kind] = name.split('-');
  const padding = kind === 'pss' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  const how =
    kind === 'ec'
      ? { dsaEncoding: 'ieee-p1363' as const }
      : { padding, ...(kind === 'pss' && { saltLength: constants.RSA_PSS_SALTLEN_DIGEST }) };
  return class {
    getAlgorithmName = (): string => url;
    verifySignature = (): boolean => false;
    getSignature = (info: BinaryLike, key: KeyLike): string => {
      if (typeof info !== 'string' || typeof key !== 'string') throw new Error('A text, signed with a key of PEM.');
      return createSign(digest)
        .update(info)
        .sign({ key, ...how }, 'base64');
    };
  };
}

function digests(url: string, name: string): new () => HashAlgorithm {
  return class {
    getAlgorithmName = (): string => url;
    getHash = (xml: string): string => createHash(name).update(xml).digest('base64');
  };
}

export function posted(xml: string): string {
  return Buffer.from(xml).toString('base64');
}

export function logoutRequestXml(options: {
  issuer: string;
  destination: string;
  subject: string;
  sessionIndex?: string;
  instant: Date;
  id?: string;
}): string {
  const { issuer, destination, subject, sessionIndex, instant, id = '_logout-1' } = options;
  const session = sessionIndex === undefined ? '' : `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`;
  return (
    `<samlp:LogoutRequest ${NAMESPACES} ID="${id}" Version="2.0" IssueInstant="${instant.toISOString()}"` +
    ` Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${subject}</saml:NameID>` +
    `${session}</samlp:LogoutRequest>`
  );
}

export function logoutResponseXml(issuer: string, status = 'Success'): string {
  return (
    `<samlp:LogoutResponse ${NAMESPACES} ID="_answer-1" Version="2.0" IssueInstant="${new Date().toISOString()}">` +
    `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status></samlp:LogoutResponse>`
  );
}

/** The query of a message by redirect, signed with the given key. */
export function redirectQuery(
  kind: 'SAMLRequest' | 'SAMLResponse',
  xml: string,
  signer: SelfSigned | null,
  { relayState, algorithm = 'sha256' }: { relayState?: string; algorithm?: keyof typeof ALL_SIGNATURES } = {},
): string {
  const parts = [`${kind}=${encodeURIComponent(deflateRawSync(Buffer.from(xml)).toString('base64'))}`];
  if (relayState !== undefined) parts.push(`RelayState=${encodeURIComponent(relayState)}`);
  if (signer === null) return parts.join('&');
  const url = ALL_SIGNATURES[algorithm];
  parts.push(`SigAlg=${encodeURIComponent(url)}`);
  const Signature = signs(url, algorithm);
  const signature = new Signature().getSignature(parts.join('&'), signer.key);
  return [...parts, `Signature=${encodeURIComponent(signature)}`].join('&');
}
