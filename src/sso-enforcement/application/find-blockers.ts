import { Injectable } from '@nestjs/common';
import { DescribeSsoReadiness } from '../../sso/application/describe-sso-readiness.js';
import type { CheckedDomain } from '../../sso/application/recheck-domains.js';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { BreakGlassTerms, isReady } from '../domain/break-glass.js';
import { type Blocker, blockersOf } from '../domain/precondition.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { MigrationPlans } from './ports/migration-plans.js';

/**
 * Finds what prevents requiring single sign-on. The result is final within a unit of work that has locked the
 * organization.
 */
@Injectable()
export class FindBlockers {
  constructor(
    private readonly describeReadiness: DescribeSsoReadiness,
    private readonly breakGlasses: BreakGlasses,
    private readonly migrationPlans: MigrationPlans,
    private readonly terms: BreakGlassTerms,
    private readonly clock: Clock,
  ) {}

  /** @param checked before the unit of work: a look into the DNS must not keep the organization locked */
  async execute(caller: Caller, organizationId: number, checked: readonly CheckedDomain[]): Promise<Blocker[]> {
    const now = this.clock.now();
    const owners = (await this.breakGlasses.ownersOf(organizationId)).map(({ userId }) => userId);
    const { connections, domains, provenUserIds } = await this.describeReadiness.execute({
      organizationId,
      userIds: owners,
    });
    const accounts = await this.breakGlasses.of(organizationId);
    const isBreakGlass = accounts.some(({ userId }) => userId === caller.userId);
    return blockersOf({
      now,
      connections,
      domains,
      domainsInDns: checked.filter(({ isVerified }) => isVerified).map(({ domain }) => domain),
      provenOwners: provenUserIds.filter((userId) => owners.includes(userId)).length,
      readyBreakGlass: accounts.filter((account) => isReady(account, this.terms, now)).length,
      caller: { ssoConnectionId: caller.ssoConnectionId, isExempt: isBreakGlass || caller.isSystemAdmin },
      plan: await this.migrationPlans.latestOf(organizationId),
    });
  }
}
