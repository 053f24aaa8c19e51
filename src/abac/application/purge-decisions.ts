import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { DecisionTerms } from '../domain/recorded-decision.js';
import { Decisions } from './ports/decisions.js';

const DAY_MS = 86_400_000;
const AT_ONCE = 5_000;

@Injectable()
export class PurgeDecisions {
  constructor(
    private readonly decisions: Decisions,
    private readonly terms: DecisionTerms,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.terms.keptDays * DAY_MS);
    while ((await this.decisions.purge(before, AT_ONCE)) === AT_ONCE);
  }
}
