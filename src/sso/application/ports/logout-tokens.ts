import type { OidcConnection } from '../../domain/connection.js';

/** The sessions that an identity provider reports as over. */
export interface LogoutNotice {
  /**
   * At least one of the two is there; both together mean the sessions of that person in that session of the provider.
   */
  readonly subject: string | null;
  readonly providerSessionId: string | null;
  /** Spent like the id of an assertion: the same notice must not end sessions that began since. */
  readonly assertion: { readonly id: string; readonly expiresAt: Date };
}

/** What providers post without a browser (OpenID Connect Back-Channel Logout 1.0). */
export abstract class LogoutTokens {
  /**
   * Checks everything that the token itself can show; the caller checks whether it was seen before.
   * @param token `logout_token` as it was posted
   * @throws SsoFailed naming what does not hold
   */
  abstract read(connection: OidcConnection, token: string): Promise<LogoutNotice>;
}
