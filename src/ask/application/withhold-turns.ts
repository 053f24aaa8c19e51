import { Injectable } from '@nestjs/common';
import { JudgeKeptText } from '../../query-generation/application/judge-kept-text.js';
import type { Caller } from '../../shared/caller.js';
import type { Conversation, ShownTurn, Turn } from '../domain/conversation.js';

/** Leaves out of turns what tells what policies hide from the person by now. */
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
    const shown: ShownTurn[] = [];
    for (const turn of turns) {
      const { sql, columns, askedBack, sight } = turn;
      const words = askedBack && [askedBack.question, ...askedBack.choices].join('\n');
      // A model asks back in words of the schema, without saying of which relation.
      const asked = words === null ? null : await judge(words, 'words', { sight });
      const statement = sql === null ? null : [sql, ...columns.map(({ name }) => name)].join('\n');
      const withheld = asked ?? (statement === null ? null : await judge(statement, 'statement', { sight }));
      shown.push(
        withheld === null ? { ...turn, withheld } : { ...turn, sql: null, columns: [], askedBack: null, withheld },
      );
    }
    return shown;
  }
}
