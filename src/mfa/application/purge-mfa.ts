import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Ceremonies, Challenges } from './ports/challenges.js';
import { Factors } from './ports/factors.js';

const DAY_MS = 86_400_000;

/** Removes challenges and ceremonies that have expired, and enrolments that were begun a day ago and abandoned. */
@Injectable()
export class PurgeMfa {
  constructor(
    private readonly factors: Factors,
    private readonly challenges: Challenges,
    private readonly ceremonies: Ceremonies,
    private readonly clock: Clock,
  ) {}

  /** @returns how many rows are gone */
  async execute(): Promise<number> {
    const now = this.clock.now();
    const [challenges, ceremonies] = [await this.challenges.purge(now), await this.ceremonies.purge(now)];
    return challenges + ceremonies + (await this.factors.purgeUnconfirmed(new Date(now.getTime() - DAY_MS)));
  }
}
