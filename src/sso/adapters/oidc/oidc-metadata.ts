import type { ServerMetadata } from 'openid-client';
import type { FetchFault } from '../../../platform/network/vetted-exchange.js';
import type { OidcConnection } from '../../domain/connection.js';
import { misconfigured } from './oidc-faults.js';

/**
 * Signatures that only the holder of a private key can make; with a shared secret, anyone who knows it could be anyone.
 */
export const SIGNATURES: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

type Required = 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri';
const OPTIONAL = ['userinfo_endpoint', 'end_session_endpoint'] as const;

/** @param issuer as it was configured @throws SsoFailed */
export function discoveryAddressOf(issuer: string): string {
  assertOneTenant(issuer);
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/**
 * What the provider publishes about itself, if it can be trusted.
 * @param faultOf judges addresses that the document names
 * @throws SsoFailed
 */
export function metadataFrom(
  document: unknown,
  { issuer }: Pick<OidcConnection, 'issuer'>,
  faultOf: (address: string) => FetchFault | null,
): ServerMetadata {
  if (!isRecord(document)) throw misconfigured('The discovery document is not a JSON object.');
  const named = document['issuer'];
  // OpenID Connect Discovery 1.0, section 4.3: they must match to the letter, or one provider could publish another's
  // name.
  if (typeof named !== 'string' || named !== issuer) {
    if (typeof named === 'string') assertOneTenant(named);
    throw misconfigured(`The discovery document is that of another issuer: ${shown(named)}.`, 'ISSUER_MISMATCH');
  }
  return {
    issuer,
    ...endpoint(document, 'authorization_endpoint', faultOf),
    ...endpoint(document, 'token_endpoint', faultOf),
    ...endpoint(document, 'jwks_uri', faultOf),
    ...OPTIONAL.reduce((found, name) => ({ ...found, ...optional(document, name, faultOf) }), {}),
    id_token_signing_alg_values_supported: signaturesIn(document),
    authorization_response_iss_parameter_supported: document['authorization_response_iss_parameter_supported'] === true,
    ...lists(document),
  };
}

/** One answer for all tenants names none: anyone could set up a tenant of their own and get in. */
function assertOneTenant(issuer: string): void {
  const isShared =
    /\{tenant(id)?\}/i.test(issuer) || /^https:\/\/login\.microsoftonline\.[a-z]+\/(common|organizations|consumers)(\/|$)/i.test(issuer);
  if (isShared) throw misconfigured('The issuer covers many tenants. Name the issuer of your own tenant.', 'TENANT_MISMATCH');
}

function endpoint(
  document: Record<string, unknown>,
  name: Required | (typeof OPTIONAL)[number],
  faultOf: (address: string) => FetchFault | null,
): Record<string, string> {
  const address = document[name];
  if (typeof address !== 'string') throw misconfigured(`The discovery document names no ${name}.`);
  const fault = faultOf(address);
  if (fault !== null) throw misconfigured(`The ${name} of the discovery document is not accepted (${fault}).`);
  return { [name]: address };
}

function optional(
  document: Record<string, unknown>,
  name: (typeof OPTIONAL)[number],
  faultOf: (address: string) => FetchFault | null,
): Record<string, string> {
  return document[name] === undefined || document[name] === null ? {} : endpoint(document, name, faultOf);
}

function signaturesIn(document: Record<string, unknown>): string[] {
  const announced = textsIn(document['id_token_signing_alg_values_supported']) ?? ['RS256'];
  const accepted = announced.filter((name) => SIGNATURES.includes(name));
  if (accepted.length === 0)
    throw misconfigured('The provider supports no signature algorithm that is accepted here.', 'ALGORITHM_REFUSED');
  return accepted;
}

function lists(document: Record<string, unknown>): Partial<ServerMetadata> {
  const names = [
    'scopes_supported',
    'claims_supported',
    'response_types_supported',
    'code_challenge_methods_supported',
    'token_endpoint_auth_methods_supported',
  ] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const texts = textsIn(document[name]);
      return texts === undefined ? [] : [[name, texts]];
    }),
  );
}

function textsIn(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 200)) : 'none';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
