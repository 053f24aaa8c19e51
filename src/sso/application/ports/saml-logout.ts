import type { SamlConnection } from '../../domain/connection.js';

export interface LogoutRequested {
  readonly kind: 'request';
  readonly requestId: string;
  readonly subject: string;
  /** The sessions it is about; an empty list means all of the subject. */
  readonly providerSessionIds: readonly string[];
  readonly relayState: string | null;
  /** Identifies the request permanently; one that was seen before must be refused. */
  readonly message: { readonly id: string; readonly expiresAt: Date };
}

export interface LogoutAnswered {
  readonly kind: 'answer';
  /** The `returnTo` that `logoutUrl` was given, unless it was changed on the way: check it against what is allowed. */
  readonly relayState: string | null;
}

/** Single logout by redirect (SAML 2.0 Profiles, section 4.4). */
export abstract class SamlLogout {
  /**
   * A request counts only with the signature of the provider.
   * @param rawQuery as the browser sent it, undecoded: the signature covers exactly these characters
   * @param network of the browser
   * @throws SsoFailed naming what does not hold; Unavailable when too many wait
   */
  abstract receive(connection: SamlConnection, rawQuery: string, network: string): Promise<LogoutRequested | LogoutAnswered>;
  /** Where the browser goes to tell the provider that it is done; `null` when the provider accepts no answers. */
  abstract answerUrl(connection: SamlConnection, request: LogoutRequested): Promise<string | null>;
}
