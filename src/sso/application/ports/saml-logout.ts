import type { SamlConnection } from '../../domain/connection.js';
import type { Onward } from '../../domain/onward.js';

/** A message as the browser brought it. */
export type LogoutMessage =
  /** In the query, undecoded: the signature covers exactly these characters. */
  | { readonly binding: 'redirect'; readonly rawQuery: string }
  /** In a form, in Base64; the document itself is signed. */
  | { readonly binding: 'post'; readonly kind: 'request' | 'answer'; readonly message: string; readonly relayState: string | null };

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

/** Single logout by redirect or by a form (SAML 2.0 Profiles, section 4.4). */
export abstract class SamlLogout {
  /**
   * A request counts only with the signature of the provider.
   * @param network of the browser
   * @throws SsoFailed naming what does not hold; Unavailable when too many wait
   */
  abstract receive(connection: SamlConnection, message: LogoutMessage, network: string): Promise<LogoutRequested | LogoutAnswered>;
  /** How the browser tells the provider that it is done; `null` when the provider accepts no answers. @throws SsoFailed */
  abstract answer(connection: SamlConnection, request: LogoutRequested): Promise<Onward | null>;
  /**
   * How the browser goes on with a logout that began here, where the provider takes requests by a form alone.
   * @param ticket of `logoutUrl`
   * @returns `null` for a ticket that was not made here for this connection, or has expired; its id must count once
   * @throws SsoFailed
   */
  abstract begun(
    connection: SamlConnection,
    ticket: string,
  ): Promise<{ readonly onward: Onward; readonly ticket: { readonly id: string; readonly expiresAt: Date } } | null>;
}
