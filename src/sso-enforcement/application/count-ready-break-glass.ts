import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { BreakGlassTerms, isReady } from '../domain/break-glass.js';
import { BreakGlasses } from './ports/break-glasses.js';

/** How many of an organization's break-glass accounts would get in today, by the very rule that a switch is judged by. */
@Injectable()
export class CountReadyBreakGlass {
  constructor(
    private readonly breakGlasses: BreakGlasses,
    private readonly terms: BreakGlassTerms,
    private readonly clock: Clock,
  ) {}

  /** Asks nobody's permission. */
  async execute(organizationId: number): Promise<number> {
    const now = this.clock.now();
    const accounts = await this.breakGlasses.of(organizationId);
    return accounts.filter((account) => isReady(account, this.terms, now)).length;
  }
}
