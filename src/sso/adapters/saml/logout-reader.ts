import type { LogoutAnswered, LogoutMessage, LogoutRequested } from '../../application/ports/saml-logout.js';
import type { Certificate, SamlConnection } from '../../domain/connection.js';
import { trustedAt } from './certificates.js';
import { nameIdIn } from './name-id.js';
import { readPosted } from './post-binding.js';
import { readRedirect } from './redirect-binding.js';
import { refuse } from './refusal.js';
import { storable } from './storable-text.js';
import { requireRecent, requireTimely } from './times.js';
import { attributeOf, childNamed, childrenNamed, exactTextOf, isNamed, textOf } from './xml-document.js';
import { ASSERTION, PROTOCOL } from './xml-names.js';

export interface SentLogout {
  readonly connection: SamlConnection;
  readonly message: LogoutMessage;
  readonly sloUrl: string;
  readonly now: Date;
  /** PEM; each may decrypt. */
  readonly privateKeys: readonly string[];
}

interface Read {
  readonly kind: 'request' | 'answer';
  readonly message: Element;
  readonly relayState: string | null;
  readonly isSigned: boolean;
}

/** @throws SsoFailed naming what does not hold */
export function readLogout({ connection, message: sent, sloUrl, now, privateKeys }: SentLogout): LogoutRequested | LogoutAnswered {
  const { kind, message, relayState, isSigned } = read(sent, trustedAt(connection.settings.certificates, now));
  if (kind === 'answer') return answeredBy(message, connection, relayState);
  if (!isNamed(message, PROTOCOL, 'LogoutRequest')) refuse('RESPONSE_MALFORMED', 'is no LogoutRequest');
  if (!isSigned) refuse('SIGNATURE_INVALID', 'the LogoutRequest is not signed by the query');
  requireIssuer(message, connection);
  // Required of what is signed (Bindings, sections 3.4.5.2 and 3.5.5.2).
  if (attributeOf(message, 'Destination') !== sloUrl) refuse('DESTINATION_MISMATCH', `Destination is not ${sloUrl}`);
  requireTimely(message, now);
  const { expiresAt } = requireRecent(message, now);
  const id = storable(attributeOf(message, 'ID') ?? '', 'ID of the LogoutRequest');
  return {
    kind: 'request',
    requestId: id,
    subject: exactTextOf(nameIdIn(message, privateKeys)),
    providerSessionIds: childrenNamed(message, PROTOCOL, 'SessionIndex').map(exactTextOf),
    relayState,
    message: { id, expiresAt },
  };
}

function read(sent: LogoutMessage, certificates: readonly Certificate[]): Read {
  if (sent.binding === 'redirect') {
    const { kind, ...rest } = readRedirect(sent.rawQuery, certificates);
    return { kind: kind === 'SAMLRequest' ? 'request' : 'answer', ...rest };
  }
  const { kind, relayState } = sent;
  return { kind, message: readPosted(sent.message, certificates), relayState, isSigned: true };
}

/** Nothing depends on it: the session here ended before the browser went to the provider. */
function answeredBy(message: Element, connection: SamlConnection, relayState: string | null): LogoutAnswered {
  if (!isNamed(message, PROTOCOL, 'LogoutResponse')) refuse('RESPONSE_MALFORMED', 'is no LogoutResponse');
  requireIssuer(message, connection);
  return { kind: 'answer', relayState };
}

function requireIssuer(message: Element, { issuer }: SamlConnection): void {
  const element = childNamed(message, ASSERTION, 'Issuer');
  const stated = element === null ? null : textOf(element);
  if (stated !== issuer) refuse('ISSUER_MISMATCH', `Issuer is ${stated ?? 'missing'}, not ${issuer}`);
}
