import { IsIn, IsOptional, Matches, MaxLength, ValidateBy } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import type { AuditFilter } from '../../domain/audit-filter.js';

const WHOLE_NUMBER = /^[1-9]\d{0,15}$/;
const ISO_8601 = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** A day, at midnight UTC, or a time with its offset. `Date` alone takes much more, and moves the 30th of February. */
function timeOf(text: string): Date | null {
  const [, day = ''] = ISO_8601.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || Number.isNaN(midnight.getTime())) return null;
  return midnight.toISOString().startsWith(day) ? time : null;
}

function IsTime(): PropertyDecorator {
  const message = '$property must be a day or a time with offset in ISO 8601, such as 2026-11-20T09:15:00Z';
  const validate = (value: unknown): boolean => typeof value === 'string' && timeOf(value) !== null;
  return ValidateBy({ name: 'isTime', validator: { validate, defaultMessage: () => message } });
}

function IsIdUpTo(most: number): PropertyDecorator {
  const message = `$property must be a whole number from 1 to ${most}`;
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && WHOLE_NUMBER.test(value) && Number(value) <= most;
  return ValidateBy({ name: 'isIdUpTo', validator: { validate, defaultMessage: () => message } });
}

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
