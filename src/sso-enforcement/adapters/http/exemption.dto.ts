import { IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsTime, timeIn } from '../../../platform/http/is-time.js';
import { Judged } from '../../../platform/http/judged.js';
import { LONGEST_REASON, endProblems } from '../../domain/exemption.js';

@Judged<ExemptionBody>(({ expires_at: end }, now) => {
  const expiresAt = timeIn(end);
  return expiresAt === null ? [] : endProblems(expiresAt, now);
})
export class ExemptionBody {
  /**
   * An active member who is not you.
   * @example 5
   */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  user_id!: number;

  /**
   * Goes to the member by mail, and into the audit trail.
   * @example "The provider does not know them before the merger."
   */
  @IsString()
  @Length(10, LONGEST_REASON)
  @Matches(/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]*$/u, { message: 'Give a reason in one line without control characters.' })
  reason!: string;

  /**
   * In ISO 8601, within the next 90 days.
   * @example "2027-01-31T08:00:00.000Z"
   */
  @IsTime()
  expires_at!: string;
}
