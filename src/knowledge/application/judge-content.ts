import { Injectable } from '@nestjs/common';
import { CurrentSchema } from '../../catalog/application/current-schema.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { Content, Entry, Kind } from '../domain/entry.js';
import { StatementJudge } from './statement-judge.js';

/** Refuses to save SQL that the guard would not run. */
@Injectable()
export class JudgeContent {
  constructor(
    private readonly judge: StatementJudge,
    private readonly currentSchema: CurrentSchema,
  ) {}

  /**
   * @returns the snapshot that it was judged by, and why the source has not prepared it
   * @throws QueryRejected, SchemaNotDiscovered for a statement over nothing that is known
   */
  async execute(
    caller: Caller,
    source: DataSource,
    kind: Kind,
    { sql }: Content,
  ): Promise<Pick<Entry, 'checkedSnapshotId' | 'unprepared'>> {
    const checkedSnapshotId = (await this.currentSchema.execute(source.id))?.snapshotId ?? null;
    if (sql === null) return { checkedSnapshotId, unprepared: null };
    const form = kind === 'verified_pair' ? 'statement' : 'expression';
    const { refusal, unprepared } = await this.judge.execute(caller, source, sql, form);
    if (refusal !== null) throw refusal;
    return { checkedSnapshotId, unprepared };
  }
}
