import { Injectable } from '@nestjs/common';
import { JudgeKeptText, type KeptText } from '../../statements/application/judge-kept-text.js';
import type { Caller } from '../../shared/caller.js';
import type { Conversation, ShownTurn, Turn } from '../domain/conversation.js';

/** Leaves out of turns what would reveal things that policies now hide from the person. */
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
    const kept = turns.flatMap(keptTextsOf);
    const found = await this.judgeKeptText.execute(caller, place, kept);
    return turns.map((turn) => {
      const withheld = found.find((reason, at) => reason !== null && kept[at]?.turn === turn) ?? null;
      return withheld === null ? { ...turn, withheld } : { ...turn, sql: null, columns: [], askedBack: null, withheld };
    });
  }
}

function keptTextsOf(turn: Turn): readonly (KeptText & { readonly turn: Turn })[] {
  const { sql, columns, askedBack, sight } = turn;
  const origin = { sight };
  const words = askedBack && [askedBack.question, ...askedBack.choices].join('\n');
  const statement = sql === null ? null : [sql, ...columns.map(({ name }) => name)].join('\n');
  return [
    // A model asks back in words of the schema, without naming the relation.
    ...(words === null ? [] : [{ turn, origin, text: words, form: 'words' as const }]),
    ...(statement === null ? [] : [{ turn, origin, text: statement, form: 'statement' as const }]),
  ];
}
