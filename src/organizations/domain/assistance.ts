import { DomainError } from '../../shared/domain-error.js';
import type { ManagedBy } from './member-security.js';

/** What an organization does to the account of a member who needs help. */
export type Assistance = 'end_sessions' | 'reset_factors';

export interface AssistedAccount {
  readonly managedBy: ManagedBy | null;
  readonly belongsElsewhere: boolean;
  readonly isSystemAdmin: boolean;
  /** In any organization. */
  readonly isForEmergencies: boolean;
}

/**
 * The owner of the domain of an address can read the mails to it, so signing the account out gives that organization
 * nothing new. The account's second factors may be all that keeps the organization out of other organizations, so it
 * resets them only when there are none. An account that it created, at an address in another organization's domain, is its own
 * only as long as no other organization has it as a member.
 */
export function mayAssist(act: Assistance, account: AssistedAccount): boolean {
  const { managedBy, belongsElsewhere, isSystemAdmin, isForEmergencies } = account;
  if (managedBy === null || isSystemAdmin || isForEmergencies) return false;
  return !belongsElsewhere || (act === 'end_sessions' && managedBy === 'verified_domain');
}

/** One sentence for every reason: the organization must not learn what else an account is for. */
export class NotManagedHere extends DomainError {
  constructor() {
    super(
      'forbidden',
      'FORBIDDEN',
      'The organization does not manage this account, or not alone. Ask the person, or a system administrator.',
    );
  }
}

export class OwnAccountHere extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'This is your own account. Use your own sessions and factors instead.');
  }
}

export class MemberDisabled extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The account is disabled, so its owner cannot log in. There is nothing to help with.');
  }
}
