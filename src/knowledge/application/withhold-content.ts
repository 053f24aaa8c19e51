import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Content, Entry, Kind } from '../domain/entry.js';
import { StatementJudge } from './ports/statement-judge.js';

/** What a person gets to read. */
export type Shown<Kept extends Content> = Kept & {
  /** Why its SQL is left out; `null` if it is not. */
  readonly withheld: string | null;
};

/** Leaves out of entries the SQL that names what policies hide from the reader. */
@Injectable()
export class WithholdContent {
  constructor(private readonly judge: StatementJudge) {}

  /** @throws Forbidden, Unavailable */
  async execute<Kept extends Content & Partial<Pick<Entry, 'problem'>>>(
    caller: Caller,
    kind: Kind,
    place: Pick<Entry, 'organizationId' | 'dataSourceId'>,
    entries: readonly Kept[],
  ): Promise<readonly Shown<Kept>[]> {
    const withheldFrom = await this.judge.readingOf(caller, place);
    const form = kind === 'verified_pair' ? 'statement' : 'expression';
    return entries.map((entry) => {
      const withheld = entry.sql === null ? null : withheldFrom(entry.sql, form);
      if (withheld === null) return { ...entry, withheld };
      // What is wrong with it names relations, too.
      return { ...entry, sql: null, ...('problem' in entry && { problem: null }), withheld };
    });
  }
}
