import { DomainError, ValidationFailed } from '../../shared/domain-error.js';
import type { TokenPurpose } from './mailed-token.js';
import type { PasswordWeakness } from './password-policy.js';

/**
 * One code for a taken name. The message tells which name it is, because only administrators and invited people see it.
 */
export class NameTaken extends DomainError {
  constructor(field: 'username' | 'email') {
    super(
      'conflict',
      'CONFLICT',
      field === 'email'
        ? 'An account with this e-mail address already exists. Choose another one.'
        : 'An account with this username already exists. Choose another one.',
    );
  }
}

export class WeakPassword extends ValidationFailed {
  constructor(weakness: PasswordWeakness, field: string) {
    super([{ field, message: weakness.sentence }], 'Choose another password: this one does not meet the rules.');
  }
}

export class WrongCurrentPassword extends ValidationFailed {
  constructor() {
    super([{ field: 'current_password', message: 'This is not your current password. Enter it again.' }]);
  }
}

const DEAD = 'This link is not valid or has expired. Open the link in the newest mail, or ask for a new link.';
const INVALID_TOKEN: Record<TokenPurpose, string> = {
  password_reset: 'INVALID_RESET_TOKEN',
  email_verification: 'INVALID_VERIFICATION_TOKEN',
};

/** One body for every reason: unknown, used, replaced, late, or of an account that has changed. */
export class InvalidMailedToken extends DomainError {
  constructor(purpose: TokenPurpose) {
    super('invalid', INVALID_TOKEN[purpose], DEAD);
  }
}

export class OwnAccount extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'You cannot disable your own account. Ask another system administrator.');
  }
}

export class LastSystemAdmin extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This is the last active system administrator. Appoint another one first.');
  }
}

export class AccountDisabled extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The account is disabled. Enable it first.');
  }
}
