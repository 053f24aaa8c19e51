import { DomainError } from '../../shared/domain-error.js';

export class WrongMethod extends DomainError {
  constructor() {
    super(
      'method_not_allowed',
      'METHOD_NOT_ALLOWED',
      'This address takes only POST, because it has no stream to listen to. Send a POST request.',
    );
  }
}
