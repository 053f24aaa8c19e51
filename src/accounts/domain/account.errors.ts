import { DomainError, type FieldError, Forbidden, ValidationFailed } from '../../shared/domain-error.js';
import type { TokenPurpose } from './mailed-token.js';
import { type Sentence, say } from '../../shared/sentence.js';
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
  readonly reason: PasswordWeakness['reason'];

  constructor(weakness: PasswordWeakness, field: string) {
    super([{ field, message: weakness.sentence }], 'Choose another password: this one does not meet the rules.');
    this.reason = weakness.reason;
  }
}

export class WrongCurrentPassword extends ValidationFailed {
  /** @param others what else is wrong with the request */
  constructor(others: readonly FieldError[] = []) {
    super([{ field: 'current_password', message: 'This is not your current password. Enter it again.' }, ...others]);
  }
}

const DEAD = 'This link is not valid or has expired. Open the link in the newest mail, or ask for a new link.';
const INVALID_TOKEN: Record<TokenPurpose, string> = {
  password_reset: 'INVALID_RESET_TOKEN',
  email_verification: 'INVALID_VERIFICATION_TOKEN',
  address_change: 'INVALID_VERIFICATION_TOKEN',
};

/** One body for every reason: unknown, used, replaced, late, or of an account that has changed. */
export class InvalidMailedToken extends DomainError {
  constructor(purpose: TokenPurpose) {
    super('invalid', INVALID_TOKEN[purpose], DEAD);
  }
}

/** Who else decides about the address of an account. */
export type AddressManager = 'directory' | 'single_sign_on' | 'verified_domain';

export class AddressManaged extends DomainError {
  constructor(by: AddressManager, organization: string) {
    super('conflict', 'CONFLICT', sentenceOf(by, organization));
  }
}

function sentenceOf(by: AddressManager, organization: string): Sentence {
  switch (by) {
    case 'directory':
      return say(
        'The directory of {organization} manages this account, so you cannot change its address here. Ask the administrators of the organization.',
        { organization },
      );
    case 'single_sign_on':
      return say(
        'You sign in through {organization}, which manages this account, so you cannot change its address here. Ask the administrators of the organization.',
        { organization },
      );
    case 'verified_domain':
      return say(
        'Your address is in a domain that {organization} has verified, so you cannot change it here. Ask the administrators of the organization.',
        { organization },
      );
  }
}

export class OwnAddress extends ValidationFailed {
  constructor() {
    super([{ field: 'email', message: 'This is your address already. Enter another one.' }]);
  }
}

/** As it says nothing of accounts, it is the same for everyone. */
export class AddressSignsOn extends ValidationFailed {
  constructor() {
    const message =
      'People with an address of this domain sign in through their organization only. Enter another address, or ask that organization to let you in.';
    super([{ field: 'email', message }]);
  }
}

export class LinkOfAnother extends Forbidden {
  constructor() {
    super('Another account asked for this link. Sign out, sign in with that account, and open the link again.');
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
