import { DomainError } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';
import { MOST_EXEMPTIONS } from './exemption.js';

export class AlreadyExempt extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      'This member is already exempt. To change the reason or the end, end this exemption and grant a new one.',
    );
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
