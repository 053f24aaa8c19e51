import { Injectable } from '@nestjs/common';
import type { ConnectionStatus } from '../domain/connection.js';
import type { DomainStatus } from '../domain/claimed-domain.js';
import { Readiness } from './ports/readiness.js';

export interface SsoReadiness {
  readonly connections: readonly {
    readonly id: number;
    readonly status: ConnectionStatus;
    /** Of this very configuration; `null` when it has passed no test. */
    readonly testedAt: Date | null;
  }[];
  readonly domains: readonly { readonly domain: string; readonly status: DomainStatus }[];
  /** Of those asked about: have logged in through an active connection, as what it is pointed to now. */
  readonly provenUserIds: readonly number[];
}

/** How far an organization has come with single sign-on. Asks nobody's permission. */
@Injectable()
export class DescribeSsoReadiness {
  constructor(private readonly readiness: Readiness) {}

  async execute(input: { organizationId: number; userIds: readonly number[] }): Promise<SsoReadiness> {
    const { organizationId, userIds } = input;
    return {
      connections: await this.readiness.connectionsOf(organizationId),
      domains: await this.readiness.domainsOf(organizationId),
      provenUserIds: await this.readiness.provenAmong(organizationId, userIds),
    };
  }
}
