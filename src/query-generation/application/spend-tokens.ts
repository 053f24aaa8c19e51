import { Injectable } from '@nestjs/common';
import { DailyQuotaExceeded } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { TokenMeter } from '../domain/token-meter.js';
import { type Spender, TokenSpending } from './ports/token-spending.js';
import { TokenTerms } from './ports/token-terms.js';

const DAY_MS = 86_400_000;

interface Reservation {
  readonly tokens: number;
  readonly day: string;
  readonly spenders: readonly Spender[];
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

  /**
   * As long as tokens are left, one more request may be made.
   * @param reserved what it counts as until it is known what it has cost
   * @throws DailyQuotaExceeded before any work
   */
  async during<T>(
    { userId, organizationId, reserved }: { userId: number; organizationId: number; reserved: number },
    work: (meter: TokenMeter) => Promise<T>,
  ): Promise<T> {
    const reservation = await this.reserve(userId, organizationId, reserved);
    const meter = new TokenMeter();
    try {
      return await work(meter);
    } finally {
      await this.settle(reservation, meter.tokens);
    }
  }

  private async reserve(userId: number, organizationId: number, tokens: number): Promise<Reservation> {
    const now = this.clock.now();
    const day = now.toISOString().slice(0, 10);
    const secondsLeft = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
    const { perPerson, perOrganization } = await this.terms.of(organizationId);
    const person: Spender = { kind: 'person', id: userId };
    const organization: Spender = { kind: 'organization', id: organizationId };
    // Always in the same order, because others lock the same rows.
    await this.unitOfWork.run(async () => {
      if (!(await this.spending.reserve(day, person, tokens, perPerson)))
        throw new DailyQuotaExceeded('You have', perPerson, secondsLeft);
      if (!(await this.spending.reserve(day, organization, tokens, perOrganization)))
        throw new DailyQuotaExceeded('Your organization has', perOrganization, secondsLeft);
    });
    return { day, tokens, spenders: [person, organization] };
  }

  /** @param spent what it cost in the end */
  private async settle({ day, spenders, tokens }: Reservation, spent: number): Promise<void> {
    await this.unitOfWork.run(async () => {
      for (const spender of spenders) await this.spending.settle(day, spender, spent - tokens);
    });
  }

  /** Past days no longer limit anyone. */
  async purge(): Promise<void> {
    await this.spending.purge(new Date(this.clock.now().getTime() - 7 * DAY_MS).toISOString().slice(0, 10));
  }
}
