import type { Certificate, SamlConnection } from './connection.js';
import { SsoFailed } from './sso.errors.js';
import { isExpired } from './trust-change.js';

const MOST_CERTIFICATES = 10;

/** @throws SsoFailed ISSUER_MISMATCH when the document is of another provider */
export function newCertificates(
  connection: SamlConnection,
  found: { readonly entityId: string; readonly certificates: readonly Certificate[] },
  now: Date,
): readonly Certificate[] {
  if (found.entityId !== connection.issuer)
    throw new SsoFailed('ISSUER_MISMATCH', 'The metadata are of another provider.', `They name ${found.entityId}.`);
  const known = new Set(connection.settings.certificates.map(({ fingerprint }) => fingerprint));
  const fresh = found.certificates.filter((one) => !known.has(one.fingerprint) && !isExpired(one, now));
  return fresh.slice(0, Math.max(0, MOST_CERTIFICATES - known.size));
}
