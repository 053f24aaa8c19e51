import { randomBytes } from 'node:crypto';
import { escaped } from './xml-document.js';
import { ASSERTION, POST_BINDING, PROTOCOL, SUCCESS } from './xml-names.js';

interface Outgoing {
  readonly id: string;
  readonly destination: string;
  /** entityID of this service at the connection. */
  readonly issuer: string;
  readonly now: Date;
}

/** xs:ID, so it must not begin with a digit. */
export function newMessageId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

/**
 * Needs no signature of its own: altering one gains nothing, since the answer goes to an address that the provider knows for this
 * service, and counts only for this request. A provider that wants one finds it in the query.
 */
export function authnRequest(request: Outgoing & { acsUrl: string; nameIdFormat: string | null; forceLogin: boolean }): string {
  const { acsUrl, nameIdFormat, forceLogin } = request;
  const attributes =
    ` ProtocolBinding="${POST_BINDING}" AssertionConsumerServiceURL="${escaped(acsUrl)}"` + (forceLogin ? ' ForceAuthn="true"' : '');
  const format = nameIdFormat === null ? '' : ` Format="${escaped(nameIdFormat)}"`;
  return message('AuthnRequest', request, attributes, `<samlp:NameIDPolicy${format} AllowCreate="true"/>`);
}

export function logoutRequest(request: Outgoing & { subject: string; sessionIndex: string | null }): string {
  const { subject, sessionIndex } = request;
  const session = sessionIndex === null ? '' : `<samlp:SessionIndex>${escaped(sessionIndex)}</samlp:SessionIndex>`;
  return message('LogoutRequest', request, '', `<saml:NameID>${escaped(subject)}</saml:NameID>${session}`);
}

export function logoutResponse(response: Outgoing & { inResponseTo: string }): string {
  const status = `<samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status>`;
  return message('LogoutResponse', response, ` InResponseTo="${escaped(response.inResponseTo)}"`, status);
}

function message(name: string, { id, destination, issuer, now }: Outgoing, attributes: string, content: string): string {
  return (
    `<samlp:${name} xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${escaped(id)}" Version="2.0"` +
    ` IssueInstant="${now.toISOString()}" Destination="${escaped(destination)}"${attributes}>` +
    `<saml:Issuer>${escaped(issuer)}</saml:Issuer>${content}</samlp:${name}>`
  );
}
