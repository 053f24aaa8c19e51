import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Clock } from '../../../shared/ports/clock.js';
import { type LogoutAnswered, type LogoutRequested, SamlLogout } from '../../application/ports/saml-logout.js';
import type { SamlConnection } from '../../domain/connection.js';
import { samlAddresses } from '../../domain/service-addresses.js';
import { trustedAt } from './certificates.js';
import { readRedirect, redirectUrl } from './redirect-binding.js';
import { refuse } from './refusal.js';
import { logoutResponse, newMessageId } from './saml-requests.js';
import { storable } from './storable-text.js';
import { requireRecent, requireTimely } from './times.js';
import { attributeOf, childNamed, childrenNamed, isNamed, onlyChild, textOf } from './xml-document.js';
import { ASSERTION, PROTOCOL } from './xml-names.js';

@Injectable()
export class SamlLogoutMessages extends SamlLogout {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    super();
  }

  override receive(connection: SamlConnection, rawQuery: string): LogoutRequested | LogoutAnswered {
    const certificates = trustedAt(connection.settings.certificates, this.clock.now());
    const { kind, message, relayState, isSigned } = readRedirect(rawQuery, certificates);
    if (kind === 'SAMLResponse') return answeredBy(message, connection, relayState);
    if (!isNamed(message, PROTOCOL, 'LogoutRequest')) refuse('RESPONSE_MALFORMED', 'is no LogoutRequest');
    if (!isSigned) refuse('SIGNATURE_INVALID', 'the LogoutRequest is not signed by the query');
    requireIssuer(message, connection);
    const { sloUrl } = samlAddresses(this.config.http.publicUrl, connection.id);
    // Required of what is signed (Bindings, section 3.4.5.2).
    if (attributeOf(message, 'Destination') !== sloUrl) refuse('DESTINATION_MISMATCH', `Destination is not ${sloUrl}`);
    const now = this.clock.now();
    requireTimely(message, now);
    const { expiresAt } = requireRecent(message, now);
    const id = storable(attributeOf(message, 'ID') ?? '', 'ID of the LogoutRequest');
    return {
      kind: 'request',
      requestId: id,
      subject: textOf(onlyChild(message, ASSERTION, 'NameID')),
      providerSessionIds: childrenNamed(message, PROTOCOL, 'SessionIndex').map(textOf),
      relayState,
      message: { id, expiresAt },
    };
  }

  override answerUrl(connection: SamlConnection, { requestId, relayState }: LogoutRequested): string | null {
    const { logoutUrl: destination } = connection.settings;
    if (destination === null) return null;
    const { entityId: issuer } = samlAddresses(this.config.http.publicUrl, connection.id);
    const ours = { id: newMessageId(), destination, issuer, now: this.clock.now() };
    return redirectUrl(destination, 'SAMLResponse', logoutResponse({ ...ours, inResponseTo: requestId }), relayState);
  }
}

/** Nothing is done on its word: the session here ended before the browser went to the provider. */
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
