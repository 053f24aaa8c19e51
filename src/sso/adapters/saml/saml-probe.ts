import type { ProbeStep } from '../../application/ports/identity-provider.js';
import type { Endpoint, ProviderMetadata } from '../../application/ports/saml-metadata.js';
import type { Binding, Certificate, SamlConnection } from '../../domain/connection.js';

const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

export function probeCertificates(certificates: readonly Certificate[], now: Date): ProbeStep {
  const step = 'certificates';
  if (certificates.length === 0) return { step, outcome: 'failed', message: 'There is no certificate of the provider.' };
  const ends = certificates.map(({ notAfter }) => Date.parse(notAfter));
  const last = new Date(Math.max(...ends));
  const day = last.toISOString().slice(0, 10);
  if (last <= now) return { step, outcome: 'failed', message: `Every certificate has expired, the last one on ${day}.` };
  const begun = certificates.filter(({ notBefore, notAfter }) => new Date(notBefore) <= now && now < new Date(notAfter));
  if (begun.length === 0) return { step, outcome: 'failed', message: 'No certificate is valid yet.' };
  const days = Math.floor((last.getTime() - now.getTime()) / DAY_MS);
  if (days < SOON_DAYS) return { step, outcome: 'warned', message: `The last certificate expires on ${day}, in ${days} days.` };
  return { step, outcome: 'passed', message: `${begun.length} valid; the last one expires on ${day}.` };
}

/** @param metadata as the provider publishes it now */
export function compareWithMetadata({ issuer, settings }: SamlConnection, metadata: ProviderMetadata): ProbeStep {
  const step = 'metadata';
  if (metadata.entityId !== issuer) {
    return { step, outcome: 'failed', message: `The metadata belongs to ${metadata.entityId}, not to ${issuer}.` };
  }
  const known = new Set(settings.certificates.map(({ fingerprint }) => fingerprint));
  const differences = [
    !isAmong(metadata.signOn, settings.signOnUrl, settings.signOnBinding) && 'the address of the login',
    (settings.logoutUrl === null ? metadata.logout.length > 0 : !isAmong(metadata.logout, settings.logoutUrl, settings.logoutBinding)) &&
      'the address of the logout',
    metadata.certificates.some(({ fingerprint }) => !known.has(fingerprint)) && 'the certificates',
    metadata.wantsSignedRequests && !settings.signsRequests && 'the signature that it wants on requests',
  ].filter((difference) => difference !== false);
  return differences.length === 0
    ? { step, outcome: 'passed', message: 'The metadata says the same as the connection.' }
    : { step, outcome: 'warned', message: `The metadata differs in ${differences.join(', ')}.` };
}

function isAmong(endpoints: readonly Endpoint[], address: string, by: Binding): boolean {
  return endpoints.some(({ binding, url }) => binding === by && url === address);
}
