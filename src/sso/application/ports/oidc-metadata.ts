/** What a provider of OpenID Connect publishes about itself before there is a connection to it. */
export abstract class OidcMetadata {
  /**
   * How it takes authentication at its token endpoint, in its own order. Runs outside any unit of work: it asks the provider.
   * @returns `undefined` when it does not say, or cannot be asked now
   */
  abstract authenticationsAt(issuer: string, organizationId: number): Promise<readonly string[] | undefined>;
}
