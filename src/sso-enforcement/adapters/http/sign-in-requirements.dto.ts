import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsObject, IsOptional, Max, Min, ValidateIf, ValidateNested } from 'class-validator';
import { IsTime, timeIn } from '../../../platform/http/is-time.js';
import { Judged, membersOf } from '../../../platform/http/judged.js';
import {
  LEAST_IDLE_MINUTES,
  LONGEST_GRACE_DAYS,
  MOST_IDLE_MINUTES,
  MOST_SESSION_HOURS,
  startProblems,
} from '../../domain/sign-in-requirements.js';

export class RequiredFactorBody {
  /**
   * Whether the organization lets in only sessions with a second factor.
   * @example true
   */
  @IsBoolean()
  required!: boolean;

  /**
   * From when on; only with `required`. If left out, at once.
   * @example "2027-01-15T08:00:00.000Z"
   */
  @IsOptional()
  @IsTime()
  from?: string | null;

  /**
   * How many days new members have after they join; only with `required`. If left out, none.
   * @example 7
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_GRACE_DAYS)
  grace_days?: number | null;
}

class SessionLimitsBody {
  /**
   * Sessions of the people of the organization end this many hours after the sign-in; `null`: as late as the installation lets them.
   * @example 12
   */
  @ValidateIf((body: SessionLimitsBody) => body.max_hours !== null)
  @IsInt()
  @Min(1)
  @Max(MOST_SESSION_HOURS)
  max_hours!: number | null;

  /**
   * They also end this many minutes after their last use, up to five minutes earlier; `null`: as late as the installation lets them.
   * @example 60
   */
  @ValidateIf((body: SessionLimitsBody) => body.idle_minutes !== null)
  @IsInt()
  @Min(LEAST_IDLE_MINUTES)
  @Max(MOST_IDLE_MINUTES)
  idle_minutes!: number | null;
}

@Judged<SignInRequirementsBody>(({ second_factor: factor, sessions }, now) => {
  if ((factor ?? sessions ?? null) === null)
    return [{ field: 'second_factor', message: 'Send second_factor, sessions or both.', code: 'missing' }];
  const { required, ...terms } = membersOf(factor);
  const from = timeIn(terms['from']);
  if (required !== false) return from === null ? [] : startProblems(from, now);
  return ['from', 'grace_days']
    .filter((name) => (terms[name] ?? null) !== null)
    .map((name) => ({ field: `second_factor.${name}`, message: 'Send this only if a second factor is required.', code: 'invalid' }));
})
export class SignInRequirementsBody {
  /** If left out, it stays as it is. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => RequiredFactorBody)
  second_factor?: RequiredFactorBody;

  /** If left out, they stay as they are. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => SessionLimitsBody)
  sessions?: SessionLimitsBody;
}
