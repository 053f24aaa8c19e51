import { DomainError, ValidationFailed } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';

export class ConversationBusy extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The conversation is still answering a question. Wait for its answer, or begin another conversation.');
  }
}

export function otherSource(): DomainError {
  const message = 'The conversation is about another data source. Leave this out to begin a new one.';
  return new ValidationFailed([{ field: 'conversation_id', message }]);
}

export function tooManyTokens(granted: number): DomainError {
  const message = say('This installation grants {tokens} tokens a day. Enter no more than that, or null for the most.', {
    tokens: granted,
  });
  return new ValidationFailed([{ field: 'tokens_per_day', message }]);
}
