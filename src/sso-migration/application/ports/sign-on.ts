/** Connections and domains; the sso context answers. */
export abstract class SignOn {
  abstract readinessOf(organizationId: number): Promise<{
    readonly connections: readonly { readonly status: string; readonly testedAt: Date | null }[];
    readonly domains: readonly { readonly status: string }[];
  }>;
  /** Where somebody with that address logs in; `null` while there is no active connection. */
  abstract startUrlFor(organizationId: number, email: string): Promise<string | null>;
}
