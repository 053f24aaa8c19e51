import { type Configured, apiNameOf } from './connection-config.js';
import type { Certificate, Connection, SamlSettings } from './connection.js';

const TRUSTED = {
  oidc: ['clientId', 'tenant', 'clientAuthentication', 'assertionAudience', 'addressProof', 'trustsMfa'],
  saml: [
    'signOnUrl',
    'signOnBinding',
    'logoutUrl',
    'logoutBinding',
    'metadataUrl',
    'nameIdFormat',
    'signsRequests',
    'addressProof',
    'trustsMfa',
  ],
} as const;

/**
 * The part of a change that affects whom a connection trusts, and with what: it has to be tested again. Adding a
 * further certificate, and leaving out an expired one, is how a provider's key is renewed while people log in.
 * @returns the fields, as clients know them
 */
export function trustChanges(before: Configured, after: Configured, now: Date): readonly string[] {
  const issuer = before.issuer === after.issuer ? [] : [before.type === 'oidc' ? 'issuer' : 'entityId'];
  // People may write some of what a provider says about them; which part is their address is a matter of trust.
  const address = before.settings.attributes.email === after.settings.attributes.email ? [] : ['attributes.email'];
  if (before.type === 'oidc' && after.type === 'oidc') {
    // Without the scope of the address the provider does not send it any more.
    const scopes = before.settings.scopes.every((one) => after.settings.scopes.includes(one)) ? [] : ['scopes'];
    return [...issuer, ...address, ...changed(TRUSTED.oidc, before.settings, after.settings), ...scopes].map(apiNameOf);
  }
  if (before.type === 'saml' && after.type === 'saml') {
    const encryption = isEncryptionDecided(before.settings, after.settings) ? ['assertionEncryption'] : [];
    const certificates = isOneLeftOut(before.settings, after.settings, now) ? ['certificates'] : [];
    return [...issuer, ...address, ...changed(TRUSTED.saml, before.settings, after.settings), ...encryption, ...certificates].map(
      apiNameOf,
    );
  }
  return ['type'];
}

/**
 * Whether keys come along, while no one logs in through the connection: who tested or approved it has not seen them.
 */
export function trustsMore(before: Connection, after: Configured): boolean {
  return before.status !== 'active' && hasNewCertificate(before, after);
}

/**
 * Whether another party could sign for people who are linked already: the name of a SAML provider proves nothing, its
 * certificates do. If the issuer changes too, their links are void.
 */
export function letsOthersSign(before: Connection, after: Configured): boolean {
  if (before.type !== 'saml' || after.type !== 'saml') return false;
  if (before.activatedAt === null || before.issuer !== after.issuer) return false;
  const { metadataUrl } = after.settings;
  const publishesElsewhere = metadataUrl !== null && metadataUrl !== before.settings.metadataUrl;
  return publishesElsewhere || hasNewCertificate(before, after);
}

/** Whether groups may come from elsewhere after a change: under another name, or from a provider that is trusted otherwise. */
export function saysOtherGroups(before: Connection, after: Connection): boolean {
  const isNamedOtherwise = before.settings.attributes.groups !== after.settings.attributes.groups;
  return isNamedOtherwise || before.configurationVersion !== after.configurationVersion || letsOthersSign(before, after);
}

export function isExpired(certificate: Certificate, now: Date): boolean {
  return new Date(certificate.notAfter) <= now;
}

function hasNewCertificate(before: Configured, after: Configured): boolean {
  if (before.type !== 'saml' || after.type !== 'saml') return false;
  const known = new Set(before.settings.certificates.map(({ fingerprint }) => fingerprint));
  return after.settings.certificates.some(({ fingerprint }) => !known.has(fingerprint));
}

function changed<Settings>(fields: readonly (keyof Settings & string)[], before: Settings, after: Settings): string[] {
  return fields.filter((field) => before[field] !== after[field]);
}

function isOneLeftOut(before: SamlSettings, after: SamlSettings, now: Date): boolean {
  const kept = new Set(after.certificates.map(({ fingerprint }) => fingerprint));
  return before.certificates.some((one) => !kept.has(one.fingerprint) && !isExpired(one, now));
}

/** To accept what is encrypted keeps nobody out, and comes first: the provider needs the key before it can encrypt. */
function isEncryptionDecided({ assertionEncryption: before }: SamlSettings, { assertionEncryption: after }: SamlSettings): boolean {
  return before !== after && !(before === 'off' && after === 'accepted');
}
