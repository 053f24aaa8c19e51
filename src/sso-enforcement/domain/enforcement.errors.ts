import { DomainError } from '../../shared/domain-error.js';
import type { Blocker } from './precondition.js';

export class EnforcementBlocked extends DomainError {
  constructor(readonly blockers: readonly Blocker[]) {
    super('conflict', 'ENFORCEMENT_BLOCKED', 'Requiring single sign-on now would lock people out. Clear the blockers first.', undefined, {
      blockers,
    });
  }
}

export class BreakGlassNeeded extends DomainError {
  constructor() {
    super(
      'conflict',
      'BREAK_GLASS_NEEDED',
      'While single sign-on is required, two owners with a second factor must be able to log in without it. Designate another one first.',
    );
  }
}

/** A directory has no say about the accounts for emergencies: it may be the very thing that fails. */
export class BreakGlassStays extends DomainError {
  constructor() {
    super('conflict', 'BREAK_GLASS_STAYS', 'This account is kept for emergencies. Only an owner may change that.');
  }
}

export class DrillNotProved extends DomainError {
  constructor() {
    super(
      'conflict',
      'DRILL_NOT_PROVED',
      'Log in with your password and the second factor that you would use in an emergency, then try again.',
    );
  }
}
