import { DomainError, ValidationFailed } from '../../shared/domain-error.js';

export class NameTaken extends DomainError {
  constructor(what: 'role' | 'workspace') {
    super('conflict', 'CONFLICT', `The organization has a ${what} of this name already.`);
  }
}

export class LastOwner extends DomainError {
  constructor() {
    super('conflict', 'LAST_OWNER', 'An organization keeps at least one owner. Make somebody else owner first.');
  }
}

export class BuiltInRoleFixed extends DomainError {
  constructor() {
    super('conflict', 'BUILT_IN_ROLE', 'Built-in roles cannot be changed or deleted. Make a custom role instead.');
  }
}

export class RoleInUse extends DomainError {
  constructor() {
    super(
      'conflict',
      'ROLE_IN_USE',
      'The role is still given to somebody, the default of a workspace, offered in an invitation, or mapped to a group.',
    );
  }
}

export class MemberAlready extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This person is a member already.');
  }
}

export class GrantRefused extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'Nobody gives or takes a role that allows more than their own.');
  }
}

export class UnknownReference extends ValidationFailed {
  constructor(field: string, what: string) {
    super([{ field, message: `The organization has no such ${what}.` }]);
  }
}
