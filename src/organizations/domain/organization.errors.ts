import { DomainError, ValidationFailed } from '../../shared/domain-error.js';

export class NameTaken extends DomainError {
  constructor(what: 'role' | 'workspace') {
    super('conflict', 'CONFLICT', `The organization has a ${what} of this name already. Choose another name.`);
  }
}

/** The roles allow it, and an access policy of the organization does not. */
export class PolicyRefused extends DomainError {
  /** @param isFailure whether a policy could not be evaluated; that refuses everything it may be about */
  constructor(policies: readonly { readonly id: number; readonly name: string }[], isFailure: boolean) {
    const names = policies.map(({ name }) => `"${name}"`).join(', ');
    const which = names === '' ? 'The access policies of the organization' : `The access policy ${names}`;
    const message = isFailure
      ? `${which} could not be evaluated, so this is not allowed. Tell an administrator of the organization.`
      : `${which} does not allow this here and now. An administrator of the organization can tell you what it asks for.`;
    const named = policies.map(({ id, name }) => ({ id, name }));
    super('forbidden', 'POLICY_REFUSED', message, undefined, { policies: named });
  }
}

export class LastOwner extends DomainError {
  constructor() {
    super('conflict', 'LAST_OWNER', 'An organization keeps at least one owner. Make another person an owner first.');
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
      'The role is in use: a person has it, a workspace has it as default, an invitation offers it, or a group ' +
        'is mapped to it. Replace it there first.',
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
    super('forbidden', 'FORBIDDEN', 'You can give or take only roles that allow no more than your own.');
  }
}

export class UnknownReference extends ValidationFailed {
  constructor(field: string, what: string) {
    super([{ field, message: `The organization has no such ${what}.` }]);
  }
}
