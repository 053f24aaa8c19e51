import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Enforcements } from './ports/enforcements.js';

/** The id of no organization. */
const NOWHERE = 0;

@Injectable()
export class IsSignOnRequired {
  constructor(
    private readonly enforcements: Enforcements,
    private readonly clock: Clock,
  ) {}

  /** Of everybody in the organization. The same work where there is none (`null`): how long an answer takes must tell nothing. */
  execute(organizationId: number | null): Promise<boolean> {
    return this.enforcements.isRequiredOfAll(organizationId ?? NOWHERE, this.clock.now());
  }

  /** Of everybody, or of some while a migration goes on. */
  ofAnybody(organizationId: number): Promise<boolean> {
    return this.enforcements.isRequiredOfAnybody(organizationId);
  }
}
