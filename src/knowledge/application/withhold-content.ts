import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Content, Entry, Kind } from '../domain/entry.js';
import { StatementJudge } from './statement-judge.js';
import type { Fixed } from '../../shared/sentence.js';

/** What a person gets to read. */
export type Shown<Kept extends Content> = Kept & {
  /** Why its SQL is left out; `null` if it is not. */
  readonly withheld: Fixed | null;
};

/** Leaves out SQL that would reveal what policies hide from the reader. */
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
    const form = kind === 'verified_pair' ? 'statement' : 'expression';
    const kept = entries.flatMap((entry) => {
      const isOwn = entry.changedBy === caller.userId;
      return entry.sql === null ? [] : [{ entry, sql: entry.sql, isOwn }];
    });
    const found = await this.judge.withheld(caller, place, form, kept);
    const reasons = new Map(kept.map(({ entry }, at) => [entry, found[at] ?? null]));
    return entries.map((entry) => {
      const withheld = reasons.get(entry) ?? null;
      // The description of what is wrong names relations, too.
      const left = { sql: null, ...('problem' in entry && { problem: null }) };
      return { ...entry, ...(withheld !== null && left), withheld };
    });
  }
}
