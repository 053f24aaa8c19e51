import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { type PageRequest, type Pagination, offsetOf, paginationOf } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { EventFilter, RecordedProvisioningEvent } from '../domain/provisioning-event.js';
import { ProvisioningEvents, ProvisioningLog } from './ports/provisioning-log.js';
import { say } from '../../shared/sentence.js';

/** Beyond this neither a total is counted nor a page skipped to: both would read everything in between. */
const MOST_COUNTED = 10_000;

export interface ProvisioningEventPage {
  readonly events: readonly RecordedProvisioningEvent[];
  readonly pagination: Pagination;
  readonly isTotalCapped: boolean;
  /** What to ask for as `before` to read on. */
  readonly nextBefore: number | null;
}

@Injectable()
export class ListProvisioningEvents {
  constructor(
    private readonly access: AccessControl,
    private readonly events: ProvisioningEvents,
    private readonly log: ProvisioningLog,
  ) {}

  /** Newest first. @throws Forbidden; ValidationFailed for a page too deep to skip to */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    filter: EventFilter;
    request: PageRequest;
  }): Promise<ProvisioningEventPage> {
    const { caller, organizationId, filter, request } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    const offset = offsetOf(request);
    if (offset >= MOST_COUNTED) {
      const message = say('Pages reach {most} events deep; read on with `before`.', { most: MOST_COUNTED });
      throw new ValidationFailed([{ field: 'page', message }]);
    }
    // A caller who looks for a request of their own finds it.
    await this.log.flush();
    const range = { limit: request.limit + 1, offset, most: MOST_COUNTED + 1 };
    const { items, total } = await this.events.list(organizationId, filter, range);
    const events = items.slice(0, request.limit);
    const hasNext = items.length > events.length;
    return {
      events,
      pagination: { ...paginationOf(request, Math.min(total, MOST_COUNTED)), has_next: hasNext },
      isTotalCapped: total > MOST_COUNTED,
      nextBefore: hasNext ? (events.at(-1)?.id ?? null) : null,
    };
  }
}
