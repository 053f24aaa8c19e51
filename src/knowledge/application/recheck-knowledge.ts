import { Injectable } from '@nestjs/common';
import { CurrentSchema } from '../../catalog/application/current-schema.js';
import { forEachSettled } from '../../shared/for-each-settled.js';
import { Entries } from './ports/entries.js';
import { StatementJudge } from './statement-judge.js';

/** Judges entries again after their schema has changed. */
@Injectable()
export class RecheckKnowledge {
  constructor(
    private readonly entries: Entries,
    private readonly currentSchema: CurrentSchema,
    private readonly judge: StatementJudge,
  ) {}

  /** An engine that is away costs the other sources nothing. @throws AggregateError of what failed, at the end */
  async execute(): Promise<void> {
    await forEachSettled(await this.entries.sources(), (dataSourceId) => this.recheck(dataSourceId));
  }

  private async recheck(dataSourceId: number): Promise<void> {
    const current = await this.currentSchema.execute(dataSourceId);
    if (current === null) return;
    const { source, snapshotId: checkedSnapshotId } = current;
    for (const entry of await this.entries.judgedBefore(dataSourceId, checkedSnapshotId)) {
      const form = entry.kind === 'verified_pair' ? 'statement' : 'expression';
      const refusal = await this.judge.refusalOf(source, entry.sql ?? '', form);
      // SQL that still runs may no longer answer the question, so a person has to check it.
      const state = refusal === null ? 'stale' : 'broken';
      await this.entries.mark(entry, { state, problem: refusal?.message ?? null, checkedSnapshotId });
    }
  }
}
