import { DomainError } from '../../shared/domain-error.js';
import type { ManagedBy } from './member-security.js';

/** What an organization does to the account of a member who needs help. */
export type Assistance = 'end_sessions' | 'reset_factors';

export interface AssistedAccount {
  readonly managedBy: ManagedBy | null;
  readonly belongsElsewhere: boolean;
  readonly isSystemAdmin: boolean;
  /** Of whichever organization. */
  readonly isForEmergencies: boolean;
}

/**
 * Whoever runs the domain of an address reads the mails to it, so signing the account out gives that organization nothing new. Its
 * second factors may be all that keeps it out of other organizations: it resets them only where there are none. An account that it
 * made, at an address of somebody else, is its own only as long as nobody else counts on it.
 */
export function mayAssist(act: Assistance, account: AssistedAccount): boolean {
  const { managedBy, belongsElsewhere, isSystemAdmin, isForEmergencies } = account;
  if (managedBy === null || isSystemAdmin || isForEmergencies) return false;
  return !belongsElsewhere || (act === 'end_sessions' && managedBy === 'verified_domain');
}

/** One sentence for every reason: what else an account is for is none of the organization's business. */
export class NotManagedHere extends DomainError {
  constructor() {
    super(
      'forbidden',
      'FORBIDDEN',
      'The organization may not do this to the account: it does not manage it, or not alone. Ask the person, or a system administrator.',
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
    super('conflict', 'CONFLICT', 'The account is disabled: nobody can log in with it.');
  }
}
