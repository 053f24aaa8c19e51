import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsObject, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { IsTime, timeIn } from '../../../platform/http/is-time.js';
import { Judged, membersOf } from '../../../platform/http/judged.js';
import { LONGEST_GRACE_DAYS, startProblems } from '../../domain/sign-in-requirements.js';

class RequiredFactorBody {
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

@Judged<SignInRequirementsBody>(({ second_factor: factor }, now) => {
  const { required, ...terms } = membersOf(factor);
  const from = timeIn(terms['from']);
  if (required !== false) return from === null ? [] : startProblems(from, now);
  return ['from', 'grace_days']
    .filter((name) => (terms[name] ?? null) !== null)
    .map((name) => ({ field: `second_factor.${name}`, message: 'Send this only if a second factor is required.', code: 'invalid' }));
})
export class SignInRequirementsBody {
  @IsObject()
  @ValidateNested()
  @Type(() => RequiredFactorBody)
  second_factor!: RequiredFactorBody;
}
