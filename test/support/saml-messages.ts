import { createSign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { signXml } from '@node-saml/node-saml/lib/xml.js';
import { Saml20 } from 'saml';
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

/** Signs the root, which has to have an Issuer. */
export function signRoot(
  xml: string,
  { key: privateKey }: SelfSigned,
  signatureAlgorithm: 'sha1' | 'sha256' | 'sha512' = 'sha256',
  digestAlgorithm: string = signatureAlgorithm,
): string {
  const location = { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } as const;
  return signXml(xml, '/*', location, { privateKey, signatureAlgorithm, digestAlgorithm });
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
  { relayState, algorithm = 'sha256' }: { relayState?: string; algorithm?: 'sha1' | 'sha256' } = {},
): string {
  const parts = [`${kind}=${encodeURIComponent(deflateRawSync(Buffer.from(xml)).toString('base64'))}`];
  if (relayState !== undefined) parts.push(`RelayState=${encodeURIComponent(relayState)}`);
  if (signer === null) return parts.join('&');
  const name = algorithm === 'sha1' ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  parts.push(`SigAlg=${encodeURIComponent(name)}`);
  const signature = createSign(algorithm).update(parts.join('&')).sign(signer.key, 'base64');
  return [...parts, `Signature=${encodeURIComponent(signature)}`].join('&');
}
