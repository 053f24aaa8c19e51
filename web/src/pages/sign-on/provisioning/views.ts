export const PROVISIONING_VIEWS = ['tokens', 'groups', 'log'] as const;

type ProvisioningView = (typeof PROVISIONING_VIEWS)[number];

export interface ProvisioningSearch {
  readonly view?: ProvisioningView | undefined;
  readonly page?: number | undefined;
  readonly status?: 'ok' | 'failed' | undefined;
  readonly token?: number | undefined;
  readonly resource?: string | undefined;
  /** Days of the browser's zone; the last one counts to its end. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Reads on where the list of 10,000 ends. */
  readonly before?: number | undefined;
}
