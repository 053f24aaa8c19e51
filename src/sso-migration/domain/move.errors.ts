import { DomainError } from '../../shared/domain-error.js';

export class MoveEnded extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This wave has ended: it was confirmed or rolled back before.');
  }
}

export class ConnectionsNotOpen extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Choose two different connections of the organization, and activate both first.');
  }
}
