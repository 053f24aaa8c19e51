import type { TokenPair } from '../../application/issue-token-pair.js';
import { clientNameOf } from '../../../platform/http/client-name.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import type { SessionOrigin } from '../../domain/session.js';

export interface UserSummaryResponse {
  /** Text, as the specification has it, although all other ids are numbers. */
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly role: string;
}

export function toUserSummary(user: {
  id: number;
  username: string;
  email: string;
  role: string;
}): UserSummaryResponse {
  return { id: String(user.id), username: user.username, email: user.email, role: user.role };
}

export function sessionOrigin(): SessionOrigin {
  const origin = currentOrigin();
  const userAgent = origin?.userAgent ?? null;
  return { ip: origin?.ip ?? null, userAgent, deviceName: clientNameOf(userAgent, origin?.platformVersion ?? null) };
}

export interface AccessTokenResponse {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
}

export interface TokenPairResponse extends AccessTokenResponse {
  readonly refresh_token: string;
  readonly user: UserSummaryResponse;
}

export const ACCESS_TOKEN_EXAMPLE: AccessTokenResponse = {
  access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
  token_type: 'bearer',
  expires_in: 3600,
};

export const TOKEN_PAIR_EXAMPLE: TokenPairResponse = {
  ...ACCESS_TOKEN_EXAMPLE,
  refresh_token: 'kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI',
  user: { id: '2', username: 'olivia', email: 'olivia@delta.example', role: 'owner' },
};

export function toAccessTokenResponse(token: { accessToken: string; expiresIn: number }): AccessTokenResponse {
  return { access_token: token.accessToken, token_type: 'bearer', expires_in: token.expiresIn };
}

export function toTokenPairResponse(pair: TokenPair): TokenPairResponse {
  return { ...toAccessTokenResponse(pair), refresh_token: pair.refreshToken, user: toUserSummary(pair.user) };
}
