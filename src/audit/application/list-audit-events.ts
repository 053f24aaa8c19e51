import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { type PageRequest, type Pagination, offsetOf, paginationOf } from '../../shared/page.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { AuditFilter, AuditScope, RecordedEvent } from '../domain/audit-filter.js';
import { beginningAt } from './beginning-at.js';
import { AuditDoor } from './audit-door.js';
import { Archives } from './ports/archives.js';
import { AuditEvents } from './ports/audit-events.js';
import { say } from '../../shared/sentence.js';

/** Beyond this no total is counted and no page skipped to: both would read everything in between. */
const COUNTED = 10_000;

export interface AuditPage {
  readonly events: readonly RecordedEvent[];
  readonly pagination: Pagination;
  readonly isTotalCapped: boolean;
  /** The value of `before` that reads on. */
  readonly nextBefore: number | null;
  /** Everything that was sealed before then may be in the archive. */
  readonly archivedUntil: Date | null;
}

interface Asked {
  readonly scope: AuditScope;
  readonly filter: AuditFilter;
  readonly beforeId: number | null;
  readonly request: PageRequest;
}

@Injectable()
export class ListAuditEvents {
  constructor(
    private readonly door: AuditDoor,
    private readonly events: AuditEvents,
    private readonly archives: Archives,
    private readonly staleReads: StaleReads,
  ) {}

  /** @throws Forbidden; ValidationFailed for an unknown `before`, and for a page too deep to skip to */
  async execute(input: Asked & { caller: Caller }): Promise<AuditPage> {
    await this.door.admit(input.caller, input.scope);
    return this.staleReads.run(() => this.read(input));
  }

  private async read({ scope, filter, beforeId, request }: Asked): Promise<AuditPage> {
    const query = { scope, filter, before: await beginningAt(this.events, scope, beforeId) };
    const offset = offsetOf(request);
    const isReachable = offset < COUNTED;
    const found = isReachable ? await this.events.read(query, { limit: request.limit + 1, offset }) : [];
    const isEnd = found.length > 0 && found.length <= request.limit;
    const counted = isEnd ? offset + found.length : await this.events.count(query, COUNTED + 1);
    const isTotalCapped = counted > COUNTED;
    if (isTotalCapped && !isReachable) {
      const message = say('Pages reach {most} events deep; read on with `before`.', { most: COUNTED });
      throw new ValidationFailed([{ field: 'page', message }]);
    }
    const events = found.slice(0, request.limit);
    const hasNext = found.length > events.length;
    return {
      events,
      pagination: { ...paginationOf(request, Math.min(counted, COUNTED)), has_next: hasNext },
      isTotalCapped,
      archivedUntil: await this.archives.archivedUntil(scope?.organizationId ?? null),
      nextBefore: hasNext ? (events.at(-1)?.id ?? null) : null,
    };
  }
}
