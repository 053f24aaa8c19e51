import { IsIn, IsOptional, Matches, MaxLength } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsIdUpTo, IsTime, timeOf } from '../../../platform/http/is-time.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import type { AuditFilter } from '../../domain/audit-filter.js';

export class AuditFilterQuery {
  /** Exactly this action, such as `session.logged_in`. */
  @IsOptional()
  @MaxLength(100)
  @Matches(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/, { message: 'action must be the name of one, such as session.logged_in' })
  action?: string;

  /** Of the account that did it. */
  @IsOptional()
  @IsIdUpTo(LARGEST_INTEGER)
  actor_id?: string;

  @IsOptional()
  @IsIn(['success', 'refused'])
  outcome?: 'success' | 'refused';

  /** Day or time in ISO 8601, inclusive. */
  @IsOptional()
  @IsTime()
  from?: string;

  /** Day or time in ISO 8601, exclusive. */
  @IsOptional()
  @IsTime()
  to?: string;

  /** Only what comes after this event in the list: `next_before` of the page before. New events do not move it. */
  @IsOptional()
  @IsIdUpTo(Number.MAX_SAFE_INTEGER)
  before?: string;
}

/** @throws ValidationFailed when the period ends before it begins */
export function toFilter(query: AuditFilterQuery): { filter: AuditFilter; beforeId: number | null } {
  const { action, actor_id: actorId, outcome } = query;
  const from = query.from === undefined ? null : timeOf(query.from);
  const to = query.to === undefined ? null : timeOf(query.to);
  if (from !== null && to !== null && from > to)
    throw new ValidationFailed([{ field: 'to', message: 'Must not lie before `from`.' }]);
  return {
    filter: {
      ...(action !== undefined && { action }),
      ...(actorId !== undefined && { actorId: Number(actorId) }),
      ...(outcome !== undefined && { outcome }),
      ...(from !== null && { from }),
      ...(to !== null && { to }),
    },
    beforeId: query.before === undefined ? null : Number(query.before),
  };
}
