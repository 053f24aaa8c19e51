import { IsIn, IsOptional } from 'class-validator';
import type { MemberFilter } from '../../application/ports/classification.js';
import { GROUPS, type Group } from '../../domain/group.js';
import { REASON_CODES, type ReasonCode } from '../../domain/rule.js';

export class MemberQuery {
  @IsOptional()
  @IsIn(GROUPS)
  group?: Group;

  /** Any of somebody's reasons, not the first alone. */
  @IsOptional()
  @IsIn(REASON_CODES)
  reason?: ReasonCode;
}

export function toMemberFilter({ group, reason }: MemberQuery): MemberFilter {
  return { ...(group !== undefined && { group }), ...(reason !== undefined && { reason }) };
}
