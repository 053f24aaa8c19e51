import { IsIn, IsOptional } from 'class-validator';
import type { MemberFilter } from '../../application/ports/classification.js';
import { GROUPS, type Group } from '../../domain/group.js';
import { REASON_CODES, type ReasonCode } from '../../domain/rule.js';

export class MemberQuery {
  /** Only members of this group. */
  @IsOptional()
  @IsIn(GROUPS)
  group?: Group;

  /** Any of somebody's reasons, not the first alone. */
  @IsOptional()
  @IsIn(REASON_CODES)
  reason?: ReasonCode;

  /** Those alone who were told of a wave that was announced or is enforced more than seven days ago, and have not come through. */
  @IsOptional()
  @IsIn(['true'])
  stuck?: 'true';
}

export function toMemberFilter({ group, reason, stuck }: MemberQuery): MemberFilter {
  const isStuck = stuck === 'true';
  return { ...(group !== undefined && { group }), ...(reason !== undefined && { reason }), isStuck };
}
