import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Enforcements } from './ports/enforcements.js';

/** An id that no organization has. */
const NOWHERE = 0;

@Injectable()
export class IsSignOnRequired {
  constructor(
    private readonly enforcements: Enforcements,
    private readonly clock: Clock,
  ) {}

  /**
   * For all members of the organization. Does the same work when there is none (`null`): the time of an answer must
   * reveal nothing.
   */
  execute(organizationId: number | null): Promise<boolean> {
    return this.enforcements.isRequiredOfAll(organizationId ?? NOWHERE, this.clock.now());
  }

  /** For all members, or for some during a migration. */
  ofAnybody(organizationId: number): Promise<boolean> {
    return this.enforcements.isRequiredOfAnybody(organizationId);
  }
}
