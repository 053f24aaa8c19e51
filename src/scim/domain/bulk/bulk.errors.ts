import { DomainError } from '../../../shared/domain-error.js';
import { ScimRefusal } from '../scim.errors.js';

/** RFC 7644 section 3.7.4, which gives it no `scimType`. */
export class TooManyOperations extends DomainError {
  constructor(most: number) {
    super('too_large', 'PAYLOAD_TOO_LARGE', `A bulk request holds ${most} operations at most.`);
  }
}

/** RFC 7644 section 3.7.1 names the status: what the bulkId stands for is not in the request, or could not be made. */
export class UnresolvedReference extends ScimRefusal {
  constructor(bulkId: string) {
    super('conflict', 'invalidValue', `There is no resource behind bulkId ${JSON.stringify(bulkId.slice(0, 100))}.`);
  }
}
