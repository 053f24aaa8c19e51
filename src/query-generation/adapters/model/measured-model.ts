import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { timed } from '../../../platform/metrics/timed.js';
import { LanguageModel, type ModelAnswer } from '../../application/ports/language-model.js';
import type { AnswerForm } from '../../domain/answer-form.js';
import type { Message } from '../../domain/prompt.js';
import { ChatCompletions } from './chat-completions.js';

/** Asks the language model, and tells Prometheus how long each question took, how it ended, and how many tokens it cost. */
@Injectable()
export class MeasuredModel extends LanguageModel {
  private readonly observe: ReturnType<typeof Metrics.prototype.duration<'outcome'>>;
  private readonly countTokens: (labels: { readonly direction: 'input' | 'output' }, more: number) => void;

  constructor(
    private readonly model: ChatCompletions,
    metrics: Metrics,
  ) {
    super();
    this.observe = metrics.duration(
      'headgate_model_request_duration_seconds',
      'Time that the language model took to answer a question, waiting and further attempts included',
      ['outcome'],
    );
    this.countTokens = metrics.labelledCounter(
      'headgate_model_tokens_total',
      'Tokens that the language model has counted, of questions (input) and answers (output)',
      ['direction'],
      [{ direction: 'input' }, { direction: 'output' }],
    );
  }

  get isConfigured(): boolean {
    return this.model.isConfigured;
  }

  async ask(messages: readonly Message[], form: AnswerForm, party: string, signal: AbortSignal): Promise<ModelAnswer> {
    const answer = await timed(this.observe, {}, () => this.model.ask(messages, form, party, signal));
    this.countTokens({ direction: 'input' }, answer.use.inputTokens);
    this.countTokens({ direction: 'output' }, answer.use.outputTokens);
    return answer;
  }
}
