import { Injectable } from '@nestjs/common';
import { DailyQuotaExceeded } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { TokenMeter } from '../domain/token-meter.js';
import { type Spender, TokenSpending } from './ports/token-spending.js';
import { TokenTerms, type TokensOfDay } from './ports/token-terms.js';

const DAY_MS = 86_400_000;

export interface Reservation {
  readonly tokens: number;
  readonly day: string;
  readonly spenders: readonly Spender[];
  /** Is told what the model costs. */
  readonly meter: TokenMeter;
}

interface Payer {
  readonly userId: number;
  readonly organizationId: number;
  /** What it counts as until it is known what it has cost. */
  readonly reserved: number;
}

/** Counts tokens of the language model for a day: of the person who asks, and of their organization. */
@Injectable()
export class SpendTokens {
  constructor(
    private readonly spending: TokenSpending,
    private readonly terms: TokenTerms,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** As long as tokens are left, one more request may be made. @throws DailyQuotaExceeded before any work */
  async during<T>(payer: Payer, work: (meter: TokenMeter) => Promise<T>): Promise<T> {
    const terms = await this.terms.of(payer.organizationId);
    const reservation = await this.unitOfWork.run(() => this.reserve(payer, terms));
    try {
      return await work(reservation.meter);
    } finally {
      await this.settle(reservation);
    }
  }

  /** The same in parts, for a caller who settles it. Joins a unit of work. @throws DailyQuotaExceeded */
  async reserve({ userId, organizationId, reserved: tokens }: Payer, terms: TokensOfDay): Promise<Reservation> {
    const now = this.clock.now();
    const day = now.toISOString().slice(0, 10);
    const secondsLeft = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
    const spenders = [
      { kind: 'person', id: userId, limit: terms.perPerson },
      { kind: 'organization', id: organizationId, limit: terms.perOrganization },
    ] as const;
    const [first] = await this.spending.reserve(day, spenders, tokens);
    if (first !== undefined) {
      throw new DailyQuotaExceeded(first.kind === 'person' ? 'person' : 'organization', first.limit, secondsLeft);
    }
    return { day, tokens, spenders, meter: new TokenMeter() };
  }

  /** By what it has cost in the end. */
  async settle({ day, spenders, tokens, meter }: Reservation): Promise<void> {
    await this.spending.settle(day, spenders, meter.tokens - tokens);
  }

  /** Past days no longer limit anyone. */
  async purge(): Promise<void> {
    await this.spending.purge(new Date(this.clock.now().getTime() - 7 * DAY_MS).toISOString().slice(0, 10));
  }
}
