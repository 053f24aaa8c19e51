import { Injectable } from '@nestjs/common';
import { JudgeKeptText } from '../../query-generation/application/judge-kept-text.js';
import type { Caller } from '../../shared/caller.js';
import type { Conversation, ShownTurn, Turn } from '../domain/conversation.js';

/** Leaves out of turns what names relations or columns that policies hide from the person by now. */
@Injectable()
export class WithholdTurns {
  constructor(private readonly judgeKeptText: JudgeKeptText) {}

  /** @throws Forbidden, Unavailable */
  async execute(
    caller: Caller,
    place: Pick<Conversation, 'organizationId' | 'dataSourceId'>,
    turns: readonly Turn[],
  ): Promise<readonly ShownTurn[]> {
    if (turns.length === 0) return [];
    const judge = await this.judgeKeptText.execute(caller, place);
    return turns.map((turn) => {
      const { sql, columns, askedBack } = turn;
      // A model asks back in words of the schema, without saying of which relation.
      const asked =
        askedBack === null ? null : judge([askedBack.question, ...askedBack.choices].join('\n'), 'expression');
      const names = columns.map(({ name }) => name);
      const withheld = asked ?? (sql === null ? null : judge([sql, ...names].join('\n'), 'statement'));
      return withheld === null ? { ...turn, withheld } : { ...turn, sql: null, columns: [], askedBack: null, withheld };
    });
  }
}
