import type { ModelUse } from '../../domain/execution.js';
import type { Message } from '../../domain/prompt.js';

export interface ModelAnswer {
  /** As it came: what the model says may be anything. */
  readonly text: string;
  readonly use: ModelUse;
}

export abstract class LanguageModel {
  abstract readonly isConfigured: boolean;
  /**
   * Asks once; faults of the moment are tried again within the time there is.
   * @param party whose burst keeps nobody else waiting
   * @param signal ends the asking, and the waiting for its turn
   * @throws ModelNotConfigured, ModelFailed, Unavailable when too many wait already, and what the signal was aborted with
   */
  abstract ask(messages: readonly Message[], party: string, signal: AbortSignal): Promise<ModelAnswer>;
}
