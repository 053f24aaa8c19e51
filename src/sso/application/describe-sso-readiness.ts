import { Injectable } from '@nestjs/common';
import { Readiness, type SsoReadiness } from './ports/readiness.js';

export type { SsoReadiness };

/** How far an organization has come with single sign-on. Checks no permission. */
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
