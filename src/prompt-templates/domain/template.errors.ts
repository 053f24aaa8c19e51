import { DomainError } from '../../shared/domain-error.js';

export class NameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization already has a prompt template of this name. Choose another name.');
  }
}

export class MoveNotAllowed extends DomainError {
  constructor(done: string, status: string) {
    super('conflict', 'CONFLICT', `A template that is ${status} cannot be ${done}.`);
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
