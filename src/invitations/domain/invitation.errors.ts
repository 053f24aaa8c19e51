import { DomainError, Forbidden, ValidationFailed } from '../../shared/domain-error.js';

/** Unknown, malformed, or replaced by a newer one. */
export class InvitationNotFound extends DomainError {
  constructor() {
    super('not_found', 'INVITATION_NOT_FOUND', 'This invitation does not exist. Use the link in the latest mail.');
  }
}

export class InvitationAlreadyAccepted extends DomainError {
  constructor() {
    super('conflict', 'INVITATION_ALREADY_ACCEPTED', 'This invitation was already accepted. Log in.');
  }
}

/** One body for every reason; `reason` is for the audit trail. */
export class InvitationExpired extends DomainError {
  constructor(readonly reason: 'expired' | 'revoked' | 'declined' | 'role_or_workspace_gone' | 'not_backed') {
    super('gone', 'INVITATION_EXPIRED', 'This invitation is no longer valid. Ask for a new one.');
  }
}

export class InvitationRevoked extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The invitation was revoked. Invite the person again.');
  }
}

export class RoleChanged extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Another person has just changed the role in this invitation. Look at it, then send it again.');
  }
}

export class InvitationDeclined extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The person declined this invitation. Ask them before you invite them again.');
  }
}

export class AlreadyInvited extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      'This address is already invited to this workspace. Send that invitation again, with another role if you like.',
    );
  }
}

/** It does not tell whether that person is a member by now or invited. */
export class BroughtByDirectory extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      'The directory of your organization manages the person with this address. To invite them by hand, remove them from the directory first.',
    );
  }
}

export class AlreadyInWorkspace extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The person with this address is already a member of this workspace. Change their role instead.');
  }
}

export class AccountExists extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'An account with this e-mail address already exists. Log in, then accept the invitation.');
  }
}

export class GrantRefused extends Forbidden {
  constructor() {
    super('You can only give roles that allow no more than your own. Choose another role.');
  }
}

export class NotTheInvited extends Forbidden {
  constructor() {
    super('This invitation is for another e-mail address. Log in with the account that has it.');
  }
}

const SENTENCES = {
  workspace_id: 'The organization has no such workspace.',
  role_id: 'The organization has no such role.',
} as const;

export class UnknownReference extends ValidationFailed {
  constructor(fields: readonly ('workspace_id' | 'role_id')[]) {
    super(fields.map((field) => ({ field, message: SENTENCES[field] })));
  }
}

/** A caller is either new, with username and password, or has an account, with its access token. */
export class OneWayToAccept extends ValidationFailed {
  constructor(isKnown: boolean) {
    const message = isKnown
      ? 'Leave this out: you are logged in and accept with your account.'
      : 'Required for a new account. If you have an account, log in first.';
    super(['username', 'password'].map((field) => ({ field, message })));
  }
}
