import type { ServerMetadata } from 'openid-client';
import type { ProbeStep } from '../../application/ports/identity-provider.js';
import type { OidcConnection } from '../../domain/connection.js';
import { DomainError } from '../../../shared/domain-error.js';
import { warningAbout } from '../../domain/shared-issuer.js';
import { SsoFailed } from '../../domain/sso.errors.js';
import type { ServiceKeys } from '../../application/ports/service-keys.js';
import type { OidcDocuments } from './oidc-documents.js';
import { faultOf } from './oidc-faults.js';

const OF_ENTRA = /^https:\/\/(login\.microsoftonline\.[a-z]+|sts\.windows\.net)\//i;

/** What can be checked before anyone logs in. */
export async function probeProvider(connection: OidcConnection, documents: OidcDocuments, keys: ServiceKeys): Promise<ProbeStep[]> {
  const steps: ProbeStep[] = [];
  let metadata: ServerMetadata;
  try {
    metadata = await documents.readAfresh(connection);
    steps.push({
      step: 'discovery',
      outcome: 'passed',
      message: 'The provider publishes its configuration under this issuer.',
    });
  } catch (error) {
    return [failed('discovery', error)];
  }
  steps.push(await keysOf(connection, documents));
  const hasKey = (await keys.of(connection.id)).some(({ isCurrent }) => isCurrent);
  steps.push(clientOf(connection, hasKey, metadata), codesOf(metadata), emailOf(connection, metadata));
  return [...steps, issuerOf(connection), tenantOf(connection)].filter((step) => step !== null);
}

async function keysOf(connection: OidcConnection, documents: OidcDocuments): Promise<ProbeStep> {
  try {
    const { keys } = await documents.keySetOf(connection);
    return { step: 'keys', outcome: 'passed', message: `Keys that the provider publishes: ${keys.length}.` };
  } catch (error) {
    return failed('keys', error);
  }
}

/** OpenID Connect Discovery 1.0, section 3: the default is `client_secret_basic`. */
function clientOf({ settings, hasClientSecret }: OidcConnection, hasKey: boolean, metadata: ServerMetadata): ProbeStep {
  const step = 'client';
  const method = settings.clientAuthentication;
  if (method === 'none') {
    return {
      step,
      outcome: 'warned',
      message: 'Without a client secret, only PKCE keeps others from using the codes.',
    };
  }
  if (method === 'private_key_jwt' ? !hasKey : !hasClientSecret)
    return { step, outcome: 'failed', message: `The connection has no ${method === 'private_key_jwt' ? 'key' : 'client secret'}.` };
  const accepted = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return accepted.includes(method)
    ? { step, outcome: 'passed', message: `The provider accepts ${method}.` }
    : {
        step,
        outcome: 'warned',
        message: `The provider does not announce ${method}, but ${accepted.join(', ').slice(0, 200)}.`,
      };
}

function codesOf({ response_types_supported: types, code_challenge_methods_supported: methods }: ServerMetadata): ProbeStep {
  const step = 'code';
  if (types?.includes('code') === false) {
    return { step, outcome: 'failed', message: 'The provider does not offer the authorization code flow.' };
  }
  return methods?.includes('S256') === true
    ? { step, outcome: 'passed', message: 'The provider offers authorization codes with PKCE.' }
    : { step, outcome: 'warned', message: 'The provider does not announce PKCE; this service uses it anyway.' };
}

function emailOf({ settings }: OidcConnection, { scopes_supported: scopes, claims_supported: claims }: ServerMetadata): ProbeStep {
  const step = 'email';
  const { email } = settings.attributes;
  const isAsked = settings.scopes.includes('email') || email !== 'email';
  if (!isAsked)
    return {
      step,
      outcome: 'warned',
      message: 'The scope "email" is not requested, so the provider may send no address.',
    };
  if (scopes?.includes('email') === false && email === 'email') {
    return { step, outcome: 'warned', message: 'The provider does not announce the scope "email".' };
  }
  const isProven = settings.addressProof === 'directory' || claims?.includes('email_verified') !== false;
  return isProven
    ? { step, outcome: 'passed', message: `The address is taken from "${email}".` }
    : {
        step,
        outcome: 'warned',
        message: 'The provider does not announce "email_verified": addresses may count as unproven (see address_proof).',
      };
}

function issuerOf({ issuer }: OidcConnection): ProbeStep | null {
  const message = warningAbout(issuer);
  return message === null ? null : { step: 'issuer', outcome: 'warned', message };
}

function tenantOf({ issuer, settings }: OidcConnection): ProbeStep | null {
  if (!OF_ENTRA.test(issuer)) return null;
  return settings.tenant === null
    ? {
        step: 'tenant',
        outcome: 'warned',
        message: 'Enter the tenant, so that tokens of other tenants are always refused.',
      }
    : { step: 'tenant', outcome: 'passed', message: 'Tokens of other tenants are refused.' };
}

function failed(step: string, error: unknown): ProbeStep {
  const fault = faultOf(error);
  if (!(fault instanceof DomainError)) throw fault;
  return { step, outcome: 'failed', message: (fault instanceof SsoFailed ? fault.reason : null) ?? fault.message };
}
