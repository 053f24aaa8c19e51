import { DomainError } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';
import { MOST_EXEMPTIONS } from './exemption.js';

export class AlreadyExempt extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This member is exempt already. To change reason or end, end the exemption and make a new one.');
  }
}

export class TooManyExemptions extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      say('{count} members are exempt, and more are not allowed. End an exemption first.', { count: MOST_EXEMPTIONS }),
    );
  }
}
