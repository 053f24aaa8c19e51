import { Injectable } from '@nestjs/common';
import { forEachSettled, idsAfter } from '../../shared/for-each-settled.js';
import { Clock } from '../../shared/ports/clock.js';
import { dayOf } from '../domain/plan.js';
import { ClassificationTurns } from './ports/classification-turns.js';
import { Classification } from './ports/classification.js';
import { Progress } from './ports/progress.js';

const AT_ONCE = 100;

/** Records once a day how far every migrating organization is; a second run on the same day replaces the record. */
@Injectable()
export class RecordProgress {
  constructor(
    private readonly progress: Progress,
    private readonly classification: Classification,
    private readonly turns: ClassificationTurns,
    private readonly clock: Clock,
  ) {}

  /** @returns how many organizations it recorded */
  async execute(): Promise<number> {
    let noted = 0;
    const migrating = idsAfter((last) => this.progress.migrating(last, AT_ONCE));
    await forEachSettled(migrating, async (organizationId) => {
      await this.turns.take(organizationId, () => this.note(organizationId));
      noted += 1;
    });
    return noted;
  }

  private async note(organizationId: number): Promise<void> {
    const now = this.clock.now();
    const snapshot = await this.classification.count(organizationId, now);
    await this.progress.note(organizationId, dayOf(now), snapshot);
  }
}
