export abstract class SignOnAddresses {
  /** Where somebody logs in for an organization; `null` while it has no active connection. The sso context answers. */
  abstract of(
    organizationId: number,
    email: string,
  ): Promise<{ readonly connectionId: number; readonly startUrl: string } | null>;
}
