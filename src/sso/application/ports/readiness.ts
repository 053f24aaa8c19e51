import type { DomainStatus } from '../../domain/claimed-domain.js';
import type { ConnectionStatus } from '../../domain/connection.js';

export interface SsoReadiness {
  readonly connections: readonly {
    readonly id: number;
    readonly status: ConnectionStatus;
    /** When this very configuration passed its test; `null` if it has passed none. */
    readonly testedAt: Date | null;
  }[];
  readonly domains: readonly { readonly domain: string; readonly status: DomainStatus }[];
  /** The given people who have logged in through an active connection as it is configured now. */
  readonly provenUserIds: readonly number[];
}

export abstract class Readiness {
  abstract connectionsOf(organizationId: number): Promise<SsoReadiness['connections']>;
  abstract domainsOf(organizationId: number): Promise<SsoReadiness['domains']>;
  /** By id. */
  abstract provenAmong(organizationId: number, userIds: readonly number[]): Promise<readonly number[]>;
}
