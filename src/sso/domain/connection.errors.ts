import { DomainError, ValidationFailed } from '../../shared/domain-error.js';
import { type Sentence, say } from '../../shared/sentence.js';

export class ConnectionNameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization already has a connection with this name. Choose another name.');
  }
}

export class TooManyConnections extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', say('An organization can have at most {most} connections. Delete one first.', { most }));
  }
}

export class ConnectionEdited extends DomainError {
  constructor() {
    super('precondition_failed', 'PRECONDITION_FAILED', 'Somebody else has changed it. Read it again, then repeat your change.');
  }
}

/** People who log in through it at this moment rely on what was tested. */
export class ConnectionActive extends DomainError {
  constructor(fields: readonly string[]) {
    super(
      'conflict',
      'CONNECTION_ACTIVE',
      fields.length === 0
        ? 'The connection is active. Disable it first.'
        : 'The connection is active. To change what it trusts, disable it first, then test and activate it again.',
      fields.map((field) => ({ field, message: 'Cannot be changed while the connection is active.' })),
    );
  }
}

export class ConnectionNotConfigured extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The connection has no configuration yet. Enter the data of the provider.');
  }
}

export class ConnectionNotTested extends DomainError {
  constructor(sentence: Sentence) {
    super('conflict', 'CONNECTION_NOT_TESTED', sentence);
  }
}

/** Then no one could log in any more. */
export class ConnectionRequired extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONNECTION_REQUIRED',
      'The organization requires single sign-on, and no other active connection lets people in. Activate another one, or lift the requirement first.',
    );
  }
}

/** Otherwise a person who may edit a connection could have its secret sent to a server of their own. */
export class SecretNeeded extends ValidationFailed {
  constructor() {
    super([{ field: 'config.client_secret', message: 'Send the secret again when you change where it is sent.' }]);
  }
}
