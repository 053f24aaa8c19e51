import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { type PageRequest, type Pagination, offsetOf, paginationOf } from '../../shared/page.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { RefusalCount, RefusalFilter } from '../domain/refusal.js';
import { AuditDoor } from './audit-door.js';
import { RefusalCounts } from './ports/refusal-counts.js';
import { say } from '../../shared/sentence.js';

/** Beyond this no total is counted and no page skipped to: a shorter period reads on. */
const REACHED = 10_000;

@Injectable()
export class ListRefusals {
  constructor(
    private readonly door: AuditDoor,
    private readonly counts: RefusalCounts,
    private readonly staleReads: StaleReads,
  ) {}

  /** @throws Forbidden; ValidationFailed for a page too deep to skip to */
  async execute(input: {
    caller: Caller;
    filter: RefusalFilter;
    request: PageRequest;
  }): Promise<{ refusals: readonly RefusalCount[]; pagination: Pagination; isTotalCapped: boolean }> {
    const { caller, filter, request } = input;
    await this.door.admit(caller, null);
    const offset = offsetOf(request);
    if (offset >= REACHED) {
      const message = say('Pages reach {most} counters deep; ask for a shorter period with `from` and `to`.', { most: REACHED });
      throw new ValidationFailed([{ field: 'page', message }]);
    }
    return this.staleReads.run(async () => {
      const refusals = await this.counts.read(filter, { limit: request.limit, offset });
      const total = await this.counts.count(filter, REACHED + 1);
      const pagination = paginationOf(request, Math.min(total, REACHED));
      return { refusals, pagination, isTotalCapped: total > REACHED };
    });
  }
}
