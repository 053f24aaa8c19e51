import { errors } from 'jose';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  type ServerMetadata,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { FetchFailed } from '../../../platform/network/vetted-exchange.js';
import { DomainError } from '../../../shared/domain-error.js';
import { CLIENT_AUTHENTICATIONS, type OidcConnection, type OidcSettings } from '../../domain/connection.js';
import { type SsoFault, SsoFailed } from '../../domain/sso.errors.js';

const LONGEST_REASON = 300;
/** With the advice behind it. */
const LONGEST_WORDS = 100;

const UNREACHABLE = 'The identity provider cannot be reached right now.';
const MISCONFIGURED = 'The connection to the identity provider is not set up correctly.';
const REFUSED = 'The identity provider did not log you in.';
const NOT_BELIEVED = 'The answer of the identity provider was not accepted.';

/** The provider is there, and cannot answer now. */
export function isOutage(status: number): boolean {
  return status >= 500 || status === 429;
}

export function outage(status: number): SsoFailed {
  return new SsoFailed(
    'PROVIDER_UNREACHABLE',
    UNREACHABLE,
    `The provider answered with status ${status}. Try again later, or ask those who run it.`,
  );
}

/** From the library's message about an answer, which names the member and never its value. */
const CHECKS: readonly (readonly [RegExp, SsoFault])[] = [
  [/"iss"/, 'ISSUER_MISMATCH'],
  [/"(aud|azp)"/, 'AUDIENCE_MISMATCH'],
  [/"(nonce|state)"/, 'REQUEST_MISMATCH'],
  [/"(exp|nbf|iat|auth_time)"/, 'NOT_TIMELY'],
  [/"alg"|"crit"|JWS algorithm|JWE/i, 'ALGORITHM_REFUSED'],
  [/signature|applicable key|matching key/i, 'SIGNATURE_INVALID'],
];

export function misconfigured(reason: string, fault: SsoFault = 'PROVIDER_MISCONFIGURED'): SsoFailed {
  return new SsoFailed(fault, MISCONFIGURED, reason);
}

export function notBelieved(fault: SsoFault, reason: string): SsoFailed {
  return new SsoFailed(fault, NOT_BELIEVED, reason);
}

/**
 * What an operator may read about anything that went wrong between this service and a provider; faults of this service
 * itself stay as they are.
 */
export function faultOf(error: unknown): unknown {
  const chain = [...causesOf(error)];
  const known = chain.find((one) => one instanceof DomainError);
  if (known !== undefined) return known;
  const unfetched = chain.find((one) => one instanceof FetchFailed);
  if (unfetched !== undefined) return ofFetch(unfetched);
  const answer = chain.map(({ cause }) => cause).find((cause) => cause instanceof Response);
  if (answer !== undefined && isOutage(answer.status)) return outage(answer.status);
  for (const one of chain) {
    if (isRefusal(one) && isOutage(one.status)) return outage(one.status);
    if (one instanceof AuthorizationResponseError) return refused(one.error, one.error_description);
    if (one instanceof ResponseBodyError) return ofTokenEndpoint(one.error, one.error_description);
    if (one instanceof WWWAuthenticateChallengeError)
      return misconfigured('The provider does not accept the client id or secret of this service.');
  }
  if (!(error instanceof ClientError || error instanceof errors.JOSEError)) return error;
  const reason = chain.map(({ message }) => message).findLast((message) => message !== '') ?? 'unknown';
  const check = CHECKS.find(([pattern]) => chain.some(({ message }) => pattern.test(message)));
  return notBelieved(check?.[1] ?? 'RESPONSE_MALFORMED', oneLine(reason));
}

/** What to try next where a provider refuses this service as its client (RFC 6749, section 5.2); `undefined` for any other error. */
export function clientFaultOf(
  error: unknown,
  { settings }: OidcConnection,
  { token_endpoint_auth_methods_supported: announced }: ServerMetadata,
): SsoFailed | undefined {
  const refusal = [...causesOf(error)].find(isRefusal);
  if (refusal === undefined || isOutage(refusal.status)) return undefined;
  if (refusal instanceof ResponseBodyError && refusal.error !== 'invalid_client') return undefined;
  const isTold = refusal instanceof ResponseBodyError;
  const words = isTold ? said(refusal.error, refusal.error_description) : `The provider answered with status ${refusal.status}`;
  const { clientAuthentication: sent, assertionAudience } = settings;
  // A provider that says nothing takes the first one (OpenID Connect Discovery 1.0, section 3).
  const others = CLIENT_AUTHENTICATIONS.filter(
    (one) => one !== sent && (announced ?? ['client_secret_basic', 'client_secret_post']).includes(one),
  );
  const advice = [
    ADVICE[sent],
    ...(sent === 'private_key_jwt'
      ? [`or choose the assertion_audience ${assertionAudience === 'issuer' ? 'token_endpoint' : 'issuer'}`]
      : []),
    ...(others.length > 0 ? [`or choose the client_authentication ${others.join(' or ')}, which the provider takes too`] : []),
  ];
  return misconfigured(`${words.slice(0, LONGEST_WORDS).replace(/\.$/, '')}. This service used ${sent}. ${advice.join(', ')}.`);
}

/** Of the provider, with what it says or without. */
function isRefusal(error: Error): error is ResponseBodyError | WWWAuthenticateChallengeError {
  return error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError;
}

const CHECK_SECRET = 'Check the client id, and that the secret has not expired';
const ADVICE: Readonly<Record<OidcSettings['clientAuthentication'], string>> = {
  client_secret_basic: CHECK_SECRET,
  client_secret_post: CHECK_SECRET,
  private_key_jwt: 'Check the client id, and that the provider knows the current key of this service',
  none: 'Check the client id, and that the client is a public one',
};

function ofFetch({ fault, message }: FetchFailed): SsoFailed {
  const isAddress = fault === 'ADDRESS_MALFORMED' || fault === 'ADDRESS_REFUSED' || fault === 'PLAIN_HTTP';
  return isAddress ? misconfigured(message) : new SsoFailed('PROVIDER_UNREACHABLE', UNREACHABLE, message);
}

/** RFC 6749, section 5.2. */
function ofTokenEndpoint(error: string, description: string | undefined): SsoFailed {
  const isOurs = ['invalid_client', 'unauthorized_client', 'invalid_request', 'unsupported_grant_type'].includes(error);
  return isOurs ? misconfigured(said(error, description)) : refused(error, description);
}

/** RFC 6749, section 4.1.2.1. */
const OUTAGES = ['server_error', 'temporarily_unavailable'];

function refused(error: string, description: string | undefined): SsoFailed {
  if (OUTAGES.includes(error))
    return new SsoFailed('PROVIDER_UNREACHABLE', UNREACHABLE, `The provider cannot answer now: ${said(error, description)}`);
  return new SsoFailed('PROVIDER_REFUSED', REFUSED, said(error, description));
}

function said(error: string, description: string | undefined): string {
  return oneLine(description === undefined ? error : `${error}: ${description}`);
}

/** It goes to reports and logs, and a stranger may have written it. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, LONGEST_REASON);
}

function* causesOf(error: unknown): Generator<Error> {
  let one: unknown = error;
  for (let depth = 0; one instanceof Error && depth < 6; depth++) {
    yield one;
    one = one.cause;
  }
}
