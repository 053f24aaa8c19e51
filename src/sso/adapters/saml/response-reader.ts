import type { AssertedIdentity } from '../../domain/asserted-identity.js';
import type { SamlConnection } from '../../domain/connection.js';
import type { SamlAddresses } from '../../domain/service-addresses.js';
import { personOf } from './asserted-person.js';
import { requireBound } from './response-binding.js';
import { storable } from './storable-text.js';
import { verify } from './verified-assertion.js';
import { attributeOf } from './xml-document.js';

export interface PostedResponse {
  readonly connection: SamlConnection;
  /** Base64 as it was posted. */
  readonly message: string;
  readonly addresses: SamlAddresses;
  readonly requestId: string;
  /** A login that had to be a new one cannot have happened before it. */
  readonly since: Date | null;
  readonly now: Date;
  /** PEM; each may decrypt. */
  readonly privateKeys: readonly string[];
}

/** @throws SsoFailed naming what does not hold */
export function readResponse(posted: PostedResponse): AssertedIdentity {
  const { connection, message, addresses, requestId, since, now, privateKeys } = posted;
  const { issuer } = connection;
  const verified = verify(connection, message, { now, privateKeys });
  const { assertion } = verified;
  const { expiresAt } = requireBound(verified, { issuer, addresses, requestId, now });
  const id = storable(attributeOf(assertion, 'ID') ?? '', 'ID of the assertion');
  return { ...personOf(assertion, connection, { now, since, privateKeys }), issuer, assertion: { id, expiresAt } };
}
