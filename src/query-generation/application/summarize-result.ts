import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/domain-error.js';
import { SUMMARY_FORM } from '../domain/answer-form.js';
import { type Chart, chartIn } from '../domain/chart.js';
import type { ModelUse } from '../domain/execution.js';
import { errorOfAborted } from '../../statements/application/run-in-turn.js';
import type { ResultSet } from '../domain/result-set.js';
import { type Sentence, plainSentence, sentenceOf } from '../domain/sentence.js';
import type { TokenMeter } from '../domain/token-meter.js';
import { summaryIn, summaryPromptOf } from '../domain/summary-prompt.js';
import { AskModel } from './ask-model.js';
import type { ModelAnswer } from './ports/language-model.js';
import { Nonces } from './ports/nonces.js';

export interface Summary {
  readonly sentence: Sentence;
  readonly chart: Chart | null;
  readonly model: ModelUse | null;
}

/** Has a language model put a result into a sentence, checks it against the rows, and replaces it if it is not true. */
@Injectable()
export class SummarizeResult {
  constructor(
    private readonly askModel: AskModel,
    private readonly nonces: Nonces,
  ) {}

  /**
   * If the model fails, only the sentence is missing, not the rows.
   * @param input.showsRows whether the model may see them
   * @throws what the signal means
   */
  async execute(input: {
    question: string;
    result: ResultSet;
    showsRows: boolean;
    party: string;
    meter: TokenMeter;
    signal: AbortSignal;
  }): Promise<Summary> {
    const { question, result, showsRows } = input;
    const plain = plainSentence(question, result);
    const answer = await this.ask(input);
    if (answer === null) return { sentence: plain, chart: null, model: null };
    const said = summaryIn(answer.text);
    const sentence = said && sentenceOf(said.sentence, result, showsRows);
    return { sentence: sentence ?? plain, chart: said && chartIn(said.chart, result), model: answer.use };
  }

  private async ask(input: Parameters<SummarizeResult['execute']>[0]): Promise<ModelAnswer | null> {
    const { signal } = input;
    try {
      return await this.askModel.execute(summaryPromptOf(input, this.nonces.next()), SUMMARY_FORM, input, signal);
    } catch (error) {
      if (signal.aborted) throw errorOfAborted(signal);
      if (error instanceof DomainError) return null;
      throw error;
    }
  }
}
