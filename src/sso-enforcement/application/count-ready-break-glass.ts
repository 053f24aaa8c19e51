import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { BreakGlassTerms, isReady } from '../domain/break-glass.js';
import { BreakGlasses } from './ports/break-glasses.js';

/**
 * Counts the organization's break-glass accounts that would get in today, by the same rule that a change of enforcement
 * is judged by.
 */
@Injectable()
export class CountReadyBreakGlass {
  constructor(
    private readonly breakGlasses: BreakGlasses,
    private readonly terms: BreakGlassTerms,
    private readonly clock: Clock,
  ) {}

  /** Checks no permission. */
  async execute(organizationId: number): Promise<number> {
    const now = this.clock.now();
    const accounts = await this.breakGlasses.of(organizationId);
    return accounts.filter((account) => isReady(account, this.terms, now)).length;
  }
}
