import type { Page } from '../../../shared/page.js';
import type { EventFilter, ProvisioningEvent, RecordedProvisioningEvent } from '../../domain/provisioning-event.js';

/** What clients asked and what came of it; kept for a while, and never in the way of the requests themselves. */
export abstract class ProvisioningLog {
  /** Returns at once and never fails: the row is written a moment later, together with others, or dropped and counted. */
  abstract record(event: ProvisioningEvent): void;
  /** Until everything that was recorded is written. */
  abstract flush(): Promise<void>;
}

export abstract class ProvisioningEvents {
  /** Newest first. Counts no further than `most`. */
  abstract list(
    organizationId: number,
    filter: EventFilter,
    range: { limit: number; offset: number; most: number },
  ): Promise<Page<RecordedProvisioningEvent>>;
  /** @returns how many are gone */
  abstract purge(occurredBefore: Date, most: number): Promise<number>;
}

/** How long events are kept. */
export abstract class EventTerms {
  abstract readonly keptDays: number;
}
