import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Classification } from './ports/classification.js';
import { Plans } from './ports/plans.js';

export interface LatestPlan {
  readonly id: number;
  readonly number: number;
  readonly snapshotHash: string;
  /** When it was made or confirmed last. */
  readonly confirmedAt: Date;
  /** Whether every member is still in the same group for the same primary reason. */
  readonly isFresh: boolean;
}

/**
 * For callers that act on a plan: the members may have changed since it was made. Looks at every member, and takes no
 * turn, because the caller may hold locks; a caller outside a unit of work takes a turn first.
 */
@Injectable()
export class ReadLatestPlan {
  constructor(
    private readonly plans: Plans,
    private readonly classification: Classification,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` when there has been none */
  async execute(organizationId: number): Promise<LatestPlan | null> {
    const plan = await this.plans.latest(organizationId);
    if (plan === null) return null;
    const { id, number, confirmedAt } = plan;
    const now = await this.classification.count(organizationId, this.clock.now());
    const snapshotHash = plan.snapshot.hash;
    return { id, number, snapshotHash, confirmedAt, isFresh: snapshotHash === now.hash };
  }
}
