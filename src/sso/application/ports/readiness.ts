import type { SsoReadiness } from '../describe-sso-readiness.js';

export abstract class Readiness {
  abstract connectionsOf(organizationId: number): Promise<SsoReadiness['connections']>;
  abstract domainsOf(organizationId: number): Promise<SsoReadiness['domains']>;
  /** By id. */
  abstract provenAmong(organizationId: number, userIds: readonly number[]): Promise<readonly number[]>;
}
