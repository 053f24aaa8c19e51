import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Content, Entry, Kind } from '../domain/entry.js';
import { StatementJudge } from './ports/statement-judge.js';

/** What a person gets to read. */
export type Shown<Kept extends Content> = Kept & {
  /** Why its SQL is left out; `null` if it is not. */
  readonly withheld: string | null;
};

/** Leaves out of entries the SQL that tells what policies hide from the reader. */
@Injectable()
export class WithholdContent {
  constructor(private readonly judge: StatementJudge) {}

  /** @throws Forbidden, Unavailable */
  async execute<Kept extends Content & Pick<Entry, 'changedBy'> & Partial<Pick<Entry, 'problem'>>>(
    caller: Caller,
    kind: Kind,
    place: Pick<Entry, 'organizationId' | 'dataSourceId'>,
    entries: readonly Kept[],
  ): Promise<readonly Shown<Kept>[]> {
    const withheldFrom = await this.judge.readingOf(caller, place);
    const form = kind === 'verified_pair' ? 'statement' : 'expression';
    const shown: Shown<Kept>[] = [];
    for (const entry of entries) {
      const isOwn = entry.changedBy === caller.userId;
      const withheld = entry.sql === null ? null : await withheldFrom(entry.sql, form, isOwn);
      // What is wrong with it names relations, too.
      const left = { sql: null, ...('problem' in entry && { problem: null }) };
      shown.push({ ...entry, ...(withheld !== null && left), withheld });
    }
    return shown;
  }
}
