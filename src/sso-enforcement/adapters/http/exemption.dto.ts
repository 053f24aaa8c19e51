import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsTime, timeIn } from '../../../platform/http/is-time.js';
import { Judged } from '../../../platform/http/judged.js';
import { LONGEST_REASON, endProblems } from '../../domain/exemption.js';

/** A date that is written here would lie in the past one day, and be refused. */
const EXAMPLE_END = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T08:00:00.000Z`;

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
   * @example The provider does not know them before the merger.
   */
  @IsString()
  @Length(10, LONGEST_REASON)
  @Matches(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, { message: 'Give a reason in one line without control characters.' })
  reason!: string;

  /** In ISO 8601, within the next 90 days. */
  @ApiProperty({ example: EXAMPLE_END })
  @IsTime()
  expires_at!: string;
}
