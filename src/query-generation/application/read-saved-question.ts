import { Injectable } from '@nestjs/common';
import { JudgeKeptText } from '../../statements/application/judge-kept-text.js';
import type { Caller } from '../../shared/caller.js';
import type { SavedQuestion } from '../domain/saved-question.js';
import { type EnteredQuestion, EnterSavedQuestion } from './enter-saved-question.js';
import type { Fixed } from '../../shared/sentence.js';

export interface ShownQuestion extends EnteredQuestion {
  /** Why statement and chart are left out: they would tell what policies hide from the reader; `null` if they are not. */
  readonly withheld: Fixed | null;
}

@Injectable()
export class ReadSavedQuestion {
  constructor(
    private readonly enterSavedQuestion: EnterSavedQuestion,
    private readonly judgeKeptText: JudgeKeptText,
  ) {}

  /** @throws what entering it throws; Unavailable */
  async execute(caller: Caller, id: number): Promise<ShownQuestion> {
    const entered = await this.enterSavedQuestion.execute(caller, id);
    return { ...entered, withheld: await this.withheld(caller, entered.question) };
  }

  /** @throws Unavailable */
  async withheld(caller: Caller, { sql, changedBy, ...place }: SavedQuestion): Promise<Fixed | null> {
    const origin = changedBy === caller.userId ? 'reader' : 'published';
    const [reason] = await this.judgeKeptText.execute(caller, place, [{ text: sql, form: 'statement', origin }]);
    return reason ?? null;
  }
}
