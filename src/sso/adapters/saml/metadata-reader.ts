import type { Certificate } from '../../domain/connection.js';
import { SsoFailed } from '../../domain/sso.errors.js';
import type { ProviderMetadata } from '../../application/ports/saml-metadata.js';
import { certificateOf } from './certificates.js';
import { refuse } from './refusal.js';
import { isStorable } from './storable-text.js';
import { timeOf } from './times.js';
import { DESCRIPTION } from './xml-bounds.js';
import { attributeOf, childrenNamed, isNamed, parseXml, textOf, withDescendants } from './xml-document.js';
import { METADATA, PROTOCOL, REDIRECT_BINDING, XML_SIGNATURE } from './xml-names.js';

/** SAML 2.0 Metadata: of one identity provider, or of several parties of which one is an identity provider. */
export function readMetadata(xml: string, now: Date): ProviderMetadata {
  const root = parseXml(xml, DESCRIPTION);
  const { entity, role } = providerOf(root);
  const validUntil = earliest([root, entity, role].map((element) => timeOf(element, 'validUntil')));
  if (validUntil !== null && validUntil <= now) refuse('PROVIDER_MISCONFIGURED', 'the metadata is no longer valid');
  const entityId = attributeOf(entity, 'entityID') ?? '';
  if (!isStorable(entityId) || entityId !== entityId.trim()) {
    refuse('PROVIDER_MISCONFIGURED', 'the metadata has no entityID, one that is too long, or one with white space around it');
  }
  return {
    entityId,
    signOnUrl:
      redirectEndpoint(role, 'SingleSignOnService') ??
      refuse('PROVIDER_MISCONFIGURED', 'the provider accepts no requests by redirect (HTTP-Redirect)'),
    logoutUrl: redirectEndpoint(role, 'SingleLogoutService'),
    certificates: certificatesOf(role, now),
  };
}

function providerOf(root: Element): { entity: Element; role: Element } {
  if (!isNamed(root, METADATA, 'EntityDescriptor') && !isNamed(root, METADATA, 'EntitiesDescriptor')) {
    refuse('PROVIDER_MISCONFIGURED', 'is not SAML 2.0 metadata');
  }
  const entities = withDescendants(root).filter((element) => isNamed(element, METADATA, 'EntityDescriptor'));
  const roles = entities.flatMap((entity) => childrenNamed(entity, METADATA, 'IDPSSODescriptor').map((role) => ({ entity, role })));
  const [first, second] = roles.filter(({ role }) => protocolsOf(role).includes(PROTOCOL));
  if (first === undefined) refuse('PROVIDER_MISCONFIGURED', 'the metadata describes no identity provider');
  if (second !== undefined) refuse('PROVIDER_MISCONFIGURED', 'the metadata describes several identity providers');
  return first;
}

function protocolsOf(role: Element): readonly string[] {
  return (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/);
}

function redirectEndpoint(role: Element, name: string): string | null {
  const endpoint = childrenNamed(role, METADATA, name).find((element) => attributeOf(element, 'Binding') === REDIRECT_BINDING);
  const location = endpoint === undefined ? null : (attributeOf(endpoint, 'Location')?.trim() ?? '');
  if (location !== null && !(URL.canParse(location) && /^https?:$/.test(new URL(location).protocol))) {
    refuse('PROVIDER_MISCONFIGURED', `the address of the ${name} is not valid`);
  }
  return location;
}

/**
 * Includes certificates that become valid later; leaves out expired ones and unusable keys as long as others remain.
 */
function certificatesOf(role: Element, now: Date): readonly Certificate[] {
  const texts = childrenNamed(role, METADATA, 'KeyDescriptor')
    .filter((descriptor) => [null, 'signing'].includes(attributeOf(descriptor, 'use')))
    .flatMap((descriptor) => withDescendants(descriptor))
    .filter((element) => isNamed(element, XML_SIGNATURE, 'X509Certificate'))
    .map(textOf);
  const faults: SsoFailed[] = [];
  const found = texts.flatMap((text) => {
    try {
      return [certificateOf(text)];
    } catch (error) {
      if (!(error instanceof SsoFailed)) throw error;
      faults.push(error);
      return [];
    }
  });
  const usable = found.filter(({ notAfter }) => new Date(notAfter) > now);
  const [fault] = faults;
  if (usable.length === 0 && fault !== undefined) throw fault;
  if (usable.length === 0) refuse('PROVIDER_MISCONFIGURED', 'the metadata has no valid certificate to sign with');
  return [...new Map(usable.map((certificate) => [certificate.fingerprint, certificate])).values()];
}

function earliest(times: readonly (number | null)[]): Date | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : new Date(Math.min(...known));
}
