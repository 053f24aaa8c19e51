import type { Page, PageRequest } from '../../../shared/page.js';
import type { GroupCounts } from '../../domain/group.js';
import type { Pace } from '../../domain/pace.js';
import type { ReasonCounts, Snapshot } from '../../domain/plan.js';

export interface DayOfProgress {
  /** `2026-11-21`, in UTC. */
  readonly day: string;
  readonly counts: GroupCounts;
  readonly reasons: ReasonCounts;
  readonly lockoutCount: number;
}

export abstract class Progress {
  /** The newest record of a day counts. */
  abstract note(organizationId: number, day: string, snapshot: Snapshot): Promise<void>;
  /** Organizations that have a connection or a plan, by id. */
  abstract migrating(after: number, limit: number): Promise<number[]>;
  /** The newest day first. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<DayOfProgress>>;
  abstract paceOf(organizationId: number, now: Date): Promise<Pace>;
}
