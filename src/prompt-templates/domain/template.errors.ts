import { DomainError } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';

export class NameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization already has a prompt template of this name. Choose another name.');
  }
}

/** Only archived templates refuse moves. */
export class MoveNotAllowed extends DomainError {
  constructor(done: 'archived' | 'edited' | 'published' | 'rendered' | 'restored') {
    super('conflict', 'CONFLICT', say('A template that is archived cannot be {done}.', { done: say(done) }));
  }
}

export class NothingToPublish extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Nothing was edited since the last version was published. Edit the template first.');
  }
}

export class WasPublished extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The template was published, so its versions are kept. Archive it instead.');
  }
}

export class NotPublished extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Only a published template can become a system template. Publish it first.');
  }
}
