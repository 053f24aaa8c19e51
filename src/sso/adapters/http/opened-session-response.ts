import type { TokenPair } from '../../application/exchange-code.js';

/** As a login with a password answers it. */
export interface OpenedSessionResponse {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly user: { readonly id: string; readonly username: string; readonly email: string; readonly role: string };
}

export const OPENED_SESSION_EXAMPLE: OpenedSessionResponse = {
  access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
  refresh_token: 'kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: '2', username: 'olivia', email: 'olivia@delta.example', role: 'owner' },
};

export function toOpenedSession({ accessToken, refreshToken, expiresIn, user }: TokenPair): OpenedSessionResponse {
  const { id, username, email, role } = user;
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    user: { id: String(id), username, email, role },
  };
}
