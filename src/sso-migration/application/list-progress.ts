import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { Pace } from '../domain/pace.js';
import { type DayOfProgress, Progress } from './ports/progress.js';

@Injectable()
export class ListProgress {
  constructor(
    private readonly access: AccessControl,
    private readonly progress: Progress,
    private readonly clock: Clock,
    private readonly staleReads: StaleReads,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<{ days: Page<DayOfProgress>; pace: Pace }> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.staleReads.run(async () => {
      const days = await this.progress.pageOf(organizationId, request);
      return { days, pace: await this.progress.paceOf(organizationId, this.clock.now()) };
    });
  }
}
