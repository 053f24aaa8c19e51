import { DomainError, Forbidden } from '../../shared/domain-error.js';

export class TokenNameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization has a valid provisioning token of this name already.');
  }
}

export class TooManyTokens extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', `An organization has ${most} valid provisioning tokens at most. Revoke one first.`);
  }
}

export class TokenEnded extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The token is not valid any more, or was replaced already. Issue a new one instead.');
  }
}

export class OnlyOwnersApprove extends Forbidden {
  constructor() {
    super('Only an owner of the organization approves a provisioning token. Ask one to do it.');
  }
}
