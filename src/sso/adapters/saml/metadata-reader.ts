import { BINDINGS, type Certificate } from '../../domain/connection.js';
import { SsoFailed } from '../../domain/sso.errors.js';
import type { Endpoint, ProviderMetadata } from '../../application/ports/saml-metadata.js';
import { certificateOf } from './certificates.js';
import { refuse } from './refusal.js';
import { isStorable } from './storable-text.js';
import { timeOf } from './times.js';
import { DESCRIPTION } from './xml-bounds.js';
import { attributeOf, childrenNamed, isNamed, parseXml, textOf, withDescendants } from './xml-document.js';
import { METADATA, POST_BINDING, PROTOCOL, REDIRECT_BINDING, XML_SIGNATURE } from './xml-names.js';

const BINDING_NAMES = { redirect: REDIRECT_BINDING, post: POST_BINDING } as const;

/** SAML 2.0 Metadata: of one identity provider, or of several parties with one identity provider among them. */
export function readMetadata(xml: string, now: Date, wanted?: string): ProviderMetadata {
  const root = parseXml(plain(xml), DESCRIPTION);
  const { entity, role } = providerOf(root, wanted);
  const validUntil = earliest([root, entity, role].map((element) => timeOf(element, 'validUntil')));
  if (validUntil !== null && validUntil <= now) refuse('PROVIDER_MISCONFIGURED', 'the metadata is no longer valid');
  const entityId = attributeOf(entity, 'entityID') ?? '';
  if (!isStorable(entityId) || entityId !== entityId.trim()) {
    refuse('PROVIDER_MISCONFIGURED', 'the metadata has no entityID, one that is too long, or one with white space around it');
  }
  const signOn = endpointsOf(role, 'SingleSignOnService');
  if (signOn.length === 0)
    refuse('PROVIDER_MISCONFIGURED', 'the provider accepts requests neither by redirect (HTTP-Redirect) nor by a form (HTTP-POST)');
  return {
    entityId,
    signOn,
    logout: endpointsOf(role, 'SingleLogoutService'),
    certificates: certificatesOf(role, now),
    // xs:boolean
    wantsSignedRequests: /^(?:true|1)$/.test(attributeOf(role, 'WantAuthnRequestsSigned')?.trim() ?? ''),
  };
}

/** As people paste it: with lines and comments in front, and with a declaration that was true of the file and not of the text. */
function plain(pasted: string): string {
  let text = pasted.replace(/^\ufeff/, '').trimStart();
  while (text.startsWith('<!--') && text.includes('-->')) text = text.slice(text.indexOf('-->') + 3).trimStart();
  if (/^<(?:!doctype\s+html|html)[\s>]/i.test(text))
    refuse(
      'PROVIDER_MISCONFIGURED',
      'is a web page and not metadata, perhaps that of a login: open the address without a session, or save the file',
    );
  const [declaration = ''] = /^<\?xml\s[^<>]{0,200}\?>/.exec(text) ?? [];
  const encoding = /\sencoding\s*=\s*["']([\w.-]+)["']/i.exec(declaration)?.[1] ?? 'UTF-8';
  const content = text.slice(declaration.length);
  if (!/^utf-?8$/i.test(encoding) && /\P{ASCII}/u.test(content))
    refuse('PROVIDER_MISCONFIGURED', `is declared as ${encoding} and holds other letters than those of ASCII: save it as UTF-8`);
  return content;
}

function providerOf(root: Element, entityId: string | undefined): { entity: Element; role: Element } {
  if (!isNamed(root, METADATA, 'EntityDescriptor') && !isNamed(root, METADATA, 'EntitiesDescriptor')) {
    refuse('PROVIDER_MISCONFIGURED', 'is not SAML 2.0 metadata');
  }
  const entities = withDescendants(root).filter((element) => isNamed(element, METADATA, 'EntityDescriptor'));
  const roles = entities.flatMap((entity) => childrenNamed(entity, METADATA, 'IDPSSODescriptor').map((role) => ({ entity, role })));
  const providers = roles.filter(({ role }) => protocolsOf(role).includes(PROTOCOL));
  const named = providers.filter(({ entity }) => attributeOf(entity, 'entityID') === entityId);
  const [first, second] = providers.length > 1 && named.length > 0 ? named : providers;
  if (first === undefined) refuse('PROVIDER_MISCONFIGURED', 'the metadata describes no identity provider');
  if (second !== undefined) {
    const ids = providers.slice(0, 5).map(({ entity }) => attributeOf(entity, 'entityID')?.slice(0, 100));
    refuse('PROVIDER_MISCONFIGURED', `the metadata describes several identity providers: send entity_id with it, one of ${ids.join(', ')}`);
  }
  return first;
}

function protocolsOf(role: Element): readonly string[] {
  return (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/);
}

/**
 * The first one of each binding, that by redirect before that by a form. One that is not valid is left out where another comes before it.
 */
function endpointsOf(role: Element, name: string): readonly Endpoint[] {
  const endpoints: Endpoint[] = [];
  for (const binding of BINDINGS) {
    const found = childrenNamed(role, METADATA, name).find((element) => attributeOf(element, 'Binding') === BINDING_NAMES[binding]);
    if (found === undefined) continue;
    const url = attributeOf(found, 'Location')?.trim() ?? '';
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) endpoints.push({ binding, url });
    else if (endpoints.length === 0) refuse('PROVIDER_MISCONFIGURED', `the address of the ${name} is not valid`);
  }
  return endpoints;
}

/**
 * Includes certificates that become valid later; leaves out expired ones and unusable keys as long as others remain.
 */
function certificatesOf(role: Element, now: Date): readonly Certificate[] {
  const texts = childrenNamed(role, METADATA, 'KeyDescriptor')
    .filter((descriptor) => [null, 'signing'].includes(attributeOf(descriptor, 'use')))
    .flatMap((descriptor) => withDescendants(descriptor))
    .filter((element) => isNamed(element, XML_SIGNATURE, 'X509Data'))
    // What follows the first one is the chain above it, whose keys sign certificates and no logins.
    .flatMap((data) => childrenNamed(data, XML_SIGNATURE, 'X509Certificate').slice(0, 1))
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
  const [latest] = found
    .map(({ notAfter }) => notAfter)
    .sort()
    .reverse();
  if (usable.length === 0 && latest !== undefined)
    refuse(
      'PROVIDER_MISCONFIGURED',
      `every certificate in the metadata has expired, the last one on ${latest.slice(0, 10)}: get the metadata again`,
    );
  if (usable.length === 0) refuse('PROVIDER_MISCONFIGURED', 'the metadata has no certificate to sign with');
  return [...new Map(usable.map((certificate) => [certificate.fingerprint, certificate])).values()];
}

function earliest(times: readonly (number | null)[]): Date | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : new Date(Math.min(...known));
}
