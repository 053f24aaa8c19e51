import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { Plan } from '../domain/plan.js';
import { Plans } from './ports/plans.js';

@Injectable()
export class ShowPlans {
  constructor(
    private readonly access: AccessControl,
    private readonly plans: Plans,
    private readonly staleReads: StaleReads,
  ) {}

  /** @returns the newest, `null` when there is none, and a page of all @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<{ latest: Plan | null; history: Page<Plan> }> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.staleReads.run(async () => ({
      latest: await this.plans.latest(organizationId),
      history: await this.plans.pageOf(organizationId, request),
    }));
  }
}
