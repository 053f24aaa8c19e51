import type { TokenPair } from '../../application/issue-token-pair.js';
import { toUserSummary, type UserSummaryResponse } from './user-summary.js';

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
