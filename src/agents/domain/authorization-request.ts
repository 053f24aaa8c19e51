import { ValidationFailed } from '../../shared/domain-error.js';
import { isCodeChallenge } from '../../shared/pkce.js';
import type { Sentence } from '../../shared/sentence.js';
import { KEY_SCOPES, type KeyScope } from './access-key.js';
import { OAuthRefusal } from './oauth-refusal.js';

/** The longest query of an authorization request. */
export const LONGEST_REQUEST = 8_000;
const LONGEST_STATE = 4_000;

/** What a client asks a person for, as far as it can be understood. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly scopes: readonly KeyScope[];
  readonly codeChallenge: string;
  /** What is wrong, which the client is told at its redirect address. */
  readonly refusal: OAuthRefusal | null;
}

/** @throws ValidationFailed if it names no client and no address to answer to, once each */
export function readAuthorizationRequest(query: string, resource: string): AuthorizationRequest {
  const values = new URLSearchParams(query);
  const clientId = onlyOne(values, 'client_id');
  const redirectUri = onlyOne(values, 'redirect_uri');
  if (clientId === null || redirectUri === null)
    throw unreadable('The program sent no client_id or no redirect_uri, or sent one of them twice. Tell those who make it.');
  const states = values.getAll('state');
  const scopes = scopesIn(values.get('scope'));
  return {
    clientId,
    redirectUri,
    state: states[0] ?? null,
    scopes,
    codeChallenge: values.get('code_challenge') ?? '',
    refusal: refusalOf(values, scopes, resource),
  };
}

export function unreadable(message: Sentence): ValidationFailed {
  return new ValidationFailed([{ field: 'request', message }], message);
}

/** Unknown ones are left out (RFC 6749 section 3.3); without any, it asks for all. */
function scopesIn(text: string | null): readonly KeyScope[] {
  if (text === null || text.trim() === '') return KEY_SCOPES;
  const asked = text.split(' ');
  return KEY_SCOPES.filter((scope) => asked.includes(scope));
}

function refusalOf(values: URLSearchParams, scopes: readonly KeyScope[], resource: string): OAuthRefusal | null {
  const resources = values.getAll('resource');
  if (resources.some((one) => one !== resource) || resources.length > 1)
    return new OAuthRefusal('invalid_target', `The only resource here is ${resource}.`);
  const doubled = [...new Set(values.keys())].find((name) => values.getAll(name).length > 1);
  if (doubled !== undefined) return new OAuthRefusal('invalid_request', `A parameter came twice: ${doubled.slice(0, 50)}.`);
  if (values.get('response_type') !== 'code') return new OAuthRefusal('unsupported_response_type', 'Send response_type=code.');
  if (values.get('code_challenge_method') !== 'S256' || !isCodeChallenge(values.get('code_challenge') ?? ''))
    return new OAuthRefusal('invalid_request', 'Send a code_challenge with code_challenge_method=S256 (RFC 7636).');
  if ((values.get('state') ?? '').length > LONGEST_STATE) return new OAuthRefusal('invalid_request', 'The state is too long.');
  if (scopes.length === 0) return new OAuthRefusal('invalid_scope', `The scopes here are ${KEY_SCOPES.join(' ')}.`);
  return null;
}

function onlyOne(values: URLSearchParams, name: string): string | null {
  const [value = '', ...more] = values.getAll(name);
  return value === '' || more.length > 0 ? null : value;
}

/** Where the browser goes with the answer; `iss` says whose it is (RFC 9207). */
export function answerAddress(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const values = new URLSearchParams({ ...answer, ...(state !== null && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${values.toString()}`;
}
