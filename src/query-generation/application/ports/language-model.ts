import type { AnswerForm } from '../../domain/answer-form.js';
import type { ModelUse } from '../../domain/execution.js';
import type { Message } from '../../domain/prompt.js';

export interface ModelAnswer {
  /** Unchecked: the model may answer anything. */
  readonly text: string;
  readonly use: ModelUse;
}

export abstract class LanguageModel {
  abstract readonly isConfigured: boolean;
  /**
   * Asks once, and repeats after temporary faults within the time limit.
   * @param form what the answer is to look like; not every server holds its model to it
   * @param party whose burst does not keep others waiting
   * @param signal ends the asking, and the waiting for its turn
   * @throws ModelNotConfigured, ModelFailed, Unavailable when too many wait already, and what the signal was aborted with
   */
  abstract ask(messages: readonly Message[], form: AnswerForm, party: string, signal: AbortSignal): Promise<ModelAnswer>;
}
