import { IsIn, IsOptional } from 'class-validator';
import type { MemberFilter } from '../../application/ports/classification.js';
import { GROUPS, type Group } from '../../domain/group.js';
import { REASON_CODES, type ReasonCode } from '../../domain/rule.js';

export class MemberQuery {
  /** Only members of this group. */
  @IsOptional()
  @IsIn(GROUPS)
  group?: Group;

  /** Any of a member's reasons, not only the first. */
  @IsOptional()
  @IsIn(REASON_CODES)
  reason?: ReasonCode;

  /**
   * Only members of an announced or enforced wave who got its mail more than seven days ago and have not yet used single
   * sign-on.
   */
  @IsOptional()
  @IsIn(['true'])
  stuck?: 'true';
}

export function toMemberFilter({ group, reason, stuck }: MemberQuery): MemberFilter {
  const isStuck = stuck === 'true';
  return { ...(group !== undefined && { group }), ...(reason !== undefined && { reason }), isStuck };
}
