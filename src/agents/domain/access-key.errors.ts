import { DomainError, Forbidden, Unauthorized } from '../../shared/domain-error.js';
import { type KeyEnd, MOST_KEYS } from './access-key.js';
import { type Sentence, say } from '../../shared/sentence.js';

export class KeyNameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'You already have a key with this name. Choose another name, or revoke that key.');
  }
}

export class TooManyKeys extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', say('You have {most} keys, and cannot have more. Revoke one first.', { most: MOST_KEYS }));
  }
}

export class KeysSwitchedOff extends Forbidden {
  constructor() {
    super('The organization does not allow keys for AI clients. Ask one of its administrators.');
  }
}

export class KeysOfMembersOnly extends Forbidden {
  constructor() {
    super('Only members of the organization can have a key for it. Ask an administrator to invite you with a role that allows this.');
  }
}

export class NoKeyForEmergencies extends Forbidden {
  constructor() {
    super('An emergency account cannot have keys. Make the key with your own account.');
  }
}

const WHAT_TO_DO: Readonly<Record<KeyEnd, Sentence>> = {
  revoked: 'This key was revoked. Make a new one in your account.',
  expired: 'This key has expired. Make a new one in your account.',
  account_changed: 'The account behind this key was disabled, or its credentials have changed. Make a new key.',
  member_suspended: 'The organization has suspended the person behind this key. Ask one of its administrators.',
  switched_off: 'The organization has switched off keys for AI clients. Ask one of its administrators.',
  emergency_account: 'An emergency account cannot have keys. Use a key of your own account.',
  client_refused: 'The organization does not let this AI client connect. Ask one of its administrators.',
  sign_on_due: 'Sign in through your identity provider again, so that this key works again. If it does not, make a new one.',
};

/** Of a grant, what sounds otherwise. */
const CONNECT_AGAIN: Sentence = 'This connection has ended. Connect the program again.';
const SAME_FOR_BOTH: readonly KeyEnd[] = ['member_suspended', 'client_refused'];

/** A caller with the whole key may learn why it was refused. */
export class KeyRefused extends Unauthorized {
  constructor(
    /** `null` when nothing is known by what came, if anything. */
    end: KeyEnd | null,
    isGrant = false,
  ) {
    super(
      end === null
        ? 'A key for AI clients is required: send it as "Authorization: Bearer hgk_…".'
        : isGrant && !SAME_FOR_BOTH.includes(end)
          ? CONNECT_AGAIN
          : WHAT_TO_DO[end],
    );
  }
}
