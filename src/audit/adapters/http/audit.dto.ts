import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches, MaxLength } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsIdUpTo, IsTime, timeOf } from '../../../platform/http/is-time.js';
import { Judged, inOrder } from '../../../platform/http/judged.js';
import { AUDIT_OUTCOMES, type AuditOutcome } from '../../../shared/ports/audit-trail.js';
import type { AuditFilter } from '../../domain/audit-filter.js';
import type { RefusalFilter } from '../../domain/refusal.js';

@Judged(inOrder('from', 'to'))
export class AuditFilterQuery {
  /**
   * Exactly this action.
   * @example session.logged_in
   */
  @IsOptional()
  @MaxLength(100)
  @Matches(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/, { message: 'Must be the name of an action, such as session.logged_in' })
  action?: string;

  /**
   * The account that acted.
   * @example 2
   */
  @ApiPropertyOptional({ type: 'integer', minimum: 1 })
  @IsOptional()
  @IsIdUpTo(LARGEST_INTEGER)
  actor_user_id?: string;

  /** Now `actor_user_id`. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, deprecated: true })
  @IsOptional()
  @IsIdUpTo(LARGEST_INTEGER)
  actor_id?: string;

  /**
   * `refused`: the caller was refused.
   * @example refused
   */
  @IsOptional()
  @IsIn(AUDIT_OUTCOMES)
  outcome?: AuditOutcome;

  /** Day or time in ISO 8601, inclusive. */
  @IsOptional()
  @IsTime()
  from?: string;

  /** Day or time in ISO 8601, exclusive. */
  @IsOptional()
  @IsTime()
  to?: string;

  /** Only events after this one in the list: `next_before` of the previous page. New events do not move it. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1 })
  @IsOptional()
  @IsIdUpTo(Number.MAX_SAFE_INTEGER)
  before?: string;
}

export class OrganizationAuditFilterQuery extends AuditFilterQuery {
  /**
   * Only what happened to the account of this member: logins, refused guesses, factors, devices, resets.
   * @example 5
   */
  @ApiPropertyOptional({ type: 'integer', minimum: 1 })
  @IsOptional()
  @IsIdUpTo(LARGEST_INTEGER)
  member_user_id?: string;

  /** Now `member_user_id`. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, deprecated: true })
  @IsOptional()
  @IsIdUpTo(LARGEST_INTEGER)
  member_id?: string;
}

@Judged(inOrder('from', 'to'))
export class RefusalFilterQuery {
  /**
   * Exactly this action.
   * @example session.refreshed
   */
  @IsOptional()
  @MaxLength(100)
  @Matches(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/, { message: 'Must be the name of an action, such as session.refreshed' })
  action?: string;

  /** Exactly this network as the list shows it, or `other`. */
  @IsOptional()
  @MaxLength(60)
  @Matches(/^[0-9a-z:./]+$/, { message: 'Must be one of the list, such as 203.0.113.7 or 2001:db8:0:1::/64' })
  network?: string;

  /** Day or time in ISO 8601, inclusive. */
  @IsOptional()
  @IsTime()
  from?: string;

  /** Day or time in ISO 8601, exclusive. */
  @IsOptional()
  @IsTime()
  to?: string;
}

export function toRefusalFilter({ action, network, from, to }: RefusalFilterQuery): RefusalFilter {
  return {
    ...(action !== undefined && { action }),
    ...(network !== undefined && { network }),
    ...periodOf({ from, to }),
  };
}

export function toFilter(query: AuditFilterQuery & Partial<OrganizationAuditFilterQuery>): {
  filter: AuditFilter;
  beforeId: number | null;
} {
  const { action, actor_user_id: actorId = query.actor_id, member_user_id: memberId = query.member_id, outcome } = query;
  return {
    filter: {
      ...(action !== undefined && { action }),
      ...(actorId !== undefined && { actorId: Number(actorId) }),
      ...(memberId !== undefined && { memberId: Number(memberId) }),
      ...(outcome !== undefined && { outcome }),
      ...periodOf(query),
    },
    beforeId: query.before === undefined ? null : Number(query.before),
  };
}

function periodOf(query: { from?: string | undefined; to?: string | undefined }): { from?: Date; to?: Date } {
  const from = query.from === undefined ? null : timeOf(query.from);
  const to = query.to === undefined ? null : timeOf(query.to);
  return { ...(from !== null && { from }), ...(to !== null && { to }) };
}
