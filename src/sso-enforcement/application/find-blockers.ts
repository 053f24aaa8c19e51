import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { BreakGlassTerms, isReady } from '../domain/break-glass.js';
import { type Blocker, blockersOf } from '../domain/precondition.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { Plans } from './ports/plans.js';
import { SignOn } from './ports/sign-on.js';

/** What stands against requiring single sign-on. Within a unit of work that holds the organization it is the last word. */
@Injectable()
export class FindBlockers {
  constructor(
    private readonly signOn: SignOn,
    private readonly breakGlasses: BreakGlasses,
    private readonly plans: Plans,
    private readonly terms: BreakGlassTerms,
    private readonly clock: Clock,
  ) {}

  /** @param domainsInDns seen just before: a look into the DNS must not keep the organization locked */
  async execute(caller: Caller, organizationId: number, domainsInDns: readonly string[]): Promise<Blocker[]> {
    const now = this.clock.now();
    const owners = (await this.breakGlasses.ownersOf(organizationId)).map(({ userId }) => userId);
    const { connections, domains, provenUserIds } = await this.signOn.readinessOf(organizationId, owners);
    const accounts = await this.breakGlasses.of(organizationId);
    const isBreakGlass = accounts.some(({ userId }) => userId === caller.userId);
    return blockersOf({
      now,
      connections,
      domains,
      domainsInDns,
      provenOwners: provenUserIds.filter((userId) => owners.includes(userId)).length,
      readyBreakGlass: accounts.filter((account) => isReady(account, this.terms, now)).length,
      caller: { ssoConnectionId: caller.ssoConnectionId, isExempt: isBreakGlass || caller.isSystemAdmin },
      plan: await this.plans.latestOf(organizationId),
    });
  }
}
