import { DomainError, ValidationFailed } from '../../shared/domain-error.js';
import type { PasswordWeakness } from './password-policy.js';

/** One code for a taken name; the message tells which, for only administrators and invited people ever see it. */
export class NameTaken extends DomainError {
  constructor(field: 'username' | 'email') {
    super(
      'conflict',
      'CONFLICT',
      `An account with this ${field === 'email' ? 'e-mail address' : 'username'} exists already.`,
    );
  }
}

export class WeakPassword extends ValidationFailed {
  constructor(weakness: PasswordWeakness, field: string) {
    super([{ field, message: weakness.message }], 'The new password is not acceptable.');
  }
}

export class WrongCurrentPassword extends ValidationFailed {
  constructor() {
    super([{ field: 'current_password', message: 'This is not your current password.' }]);
  }
}
