import { Injectable } from '@nestjs/common';
import { Unavailable } from '../../shared/domain-error.js';
import { tokensOf } from '../../shared/tokens.js';
import type { AnswerForm } from '../domain/answer-form.js';
import type { Message } from '../domain/prompt.js';
import { type ModelFault, ModelFailed, ModelNotConfigured } from '../domain/query.errors.js';
import type { TokenMeter } from '../domain/token-meter.js';
import { LanguageModel, type ModelAnswer } from './ports/language-model.js';

/** The server turned the request away before its model read it. */
const TURNED_AWAY: ReadonlySet<ModelFault> = new Set(['credentials', 'rate_limited', 'context_overflow', 'bad_request'] as const);

/** Asks the language model and counts what that costs, however it ends. */
@Injectable()
export class AskModel {
  constructor(private readonly model: LanguageModel) {}

  /**
   * Servers that report no use, or too little, are counted by an estimate, and so is a call that failed or was ended: the
   * model has worked on it by then.
   * @throws what the signal was aborted with, and what `LanguageModel.ask` throws
   */
  async execute(
    messages: readonly Message[],
    form: AnswerForm,
    { party, meter }: { readonly party: string; readonly meter: TokenMeter },
    signal: AbortSignal,
  ): Promise<ModelAnswer> {
    signal.throwIfAborted();
    const asked = messages.reduce((sum, { content }) => sum + tokensOf(content), 0);
    try {
      const answer = await this.model.ask(messages, form, party, signal);
      const { inputTokens, outputTokens } = answer.use;
      meter.add(Math.max(inputTokens + outputTokens, asked + tokensOf(answer.text)));
      return answer;
    } catch (error) {
      if (!costNothing(error)) meter.add(asked + (error instanceof ModelFailed ? error.answeredTokens : 0));
      throw error;
    }
  }
}

function costNothing(error: unknown): boolean {
  if (error instanceof ModelFailed) return TURNED_AWAY.has(error.fault);
  return error instanceof ModelNotConfigured || error instanceof Unavailable;
}
