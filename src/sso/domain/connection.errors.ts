import { DomainError, ValidationFailed } from '../../shared/domain-error.js';

export class ConnectionNameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization has a connection of this name already.');
  }
}

export class TooManyConnections extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', `An organization has ${most} connections at most. Delete one first.`);
  }
}

export class ConnectionEdited extends DomainError {
  constructor() {
    super('precondition_failed', 'PRECONDITION_FAILED', 'Somebody else has changed it meanwhile. Read it again first.');
  }
}

/** Whoever logs in through it at this moment relies on what was tested. */
export class ConnectionActive extends DomainError {
  constructor(fields: readonly string[]) {
    super(
      'conflict',
      'CONNECTION_ACTIVE',
      fields.length === 0
        ? 'The connection is active. Disable it first.'
        : 'The connection is active: what it trusts is changed only while it is disabled, and tested again before it is activated.',
      fields.map((field) => ({ field, message: 'Cannot be changed while the connection is active.' })),
    );
  }
}

export class ConnectionNotTested extends DomainError {
  constructor(message: string) {
    super('conflict', 'CONNECTION_NOT_TESTED', message);
  }
}

/** Nobody could log in any more. */
export class ConnectionRequired extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONNECTION_REQUIRED',
      'The organization requires single sign-on, and this is the only active connection. Lift the requirement first.',
    );
  }
}

/** Otherwise whoever may edit a connection could have its secret sent to a server of their own. */
export class SecretNeeded extends ValidationFailed {
  constructor() {
    super([{ field: 'config.client_secret', message: 'Send the secret again when you change where it is sent.' }]);
  }
}
