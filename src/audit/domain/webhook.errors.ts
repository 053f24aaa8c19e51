import { DomainError } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';
import { MOST_WEBHOOKS } from './webhook.js';

export class TooManyWebhooks extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      say('An organization can have {most} webhooks. Delete one that you no longer need.', { most: MOST_WEBHOOKS }),
    );
  }
}

export class EventNotWaiting extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This event no longer keeps others waiting. Read the webhook again.');
  }
}
