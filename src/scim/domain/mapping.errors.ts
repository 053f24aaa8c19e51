import { DomainError } from '../../shared/domain-error.js';

export class MappingEdited extends DomainError {
  constructor() {
    super('precondition_failed', 'PRECONDITION_FAILED', 'Somebody else has changed it meanwhile. Read it again first.');
  }
}
