import { DomainError } from '../../shared/domain-error.js';

export class MoveEnded extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This wave has ended: it was confirmed or rolled back before.');
  }
}

/** At the new provider nobody could log in, so nobody loses the way by the former one. */
export class MoveHeldUp extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      'The new connection was changed or disabled since the wave began. Roll the wave back, and start another one.',
    );
  }
}

export class ConnectionsNotOpen extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Choose two different connections of the organization, and activate both first.');
  }
}
