import type { Group } from './group.js';
import type { RuleCode } from './rule.js';

/** A member as the rules judge them. */
export interface JudgedMember {
  readonly userId: number;
  readonly group: Group;
  readonly reason: RuleCode;
  readonly isLockedOut: boolean;
  /** The connection that they log in through, or would. */
  readonly connectionId: number | null;
}
