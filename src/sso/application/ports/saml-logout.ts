import type { SamlConnection } from '../../domain/connection.js';

export interface LogoutRequested {
  readonly kind: 'request';
  readonly requestId: string;
  readonly subject: string;
  /** Of which sessions; none means all of the subject. */
  readonly providerSessionIds: readonly string[];
  readonly relayState: string | null;
  /** Identifies the request for good; one that was seen before is to be refused. */
  readonly message: { readonly id: string; readonly expiresAt: Date };
}

export interface LogoutAnswered {
  readonly kind: 'answer';
  /** What `logoutUrl` was given for `returnTo`, if nobody changed it on the way: look it up among what is allowed. */
  readonly relayState: string | null;
}

/** Single logout by redirect (SAML 2.0 Profiles, section 4.4). */
export abstract class SamlLogout {
  /**
   * A request counts only with the signature of the provider.
   * @param rawQuery as the browser sent it, undecoded: the signature is over these letters
   * @param network of the browser
   * @throws SsoFailed naming what does not hold; Unavailable when too many wait
   */
  abstract receive(
    connection: SamlConnection,
    rawQuery: string,
    network: string,
  ): Promise<LogoutRequested | LogoutAnswered>;
  /** Where the browser goes to tell the provider that it is done; `null` where the provider takes no answers. */
  abstract answerUrl(connection: SamlConnection, request: LogoutRequested): string | null;
}
