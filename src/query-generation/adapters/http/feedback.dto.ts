import { IsBoolean, Length, Matches, ValidateIf } from 'class-validator';
import { LONGEST_STATEMENT } from '../../domain/judgement.js';

export class FeedbackBody {
  /**
   * Whether the statement answers the question.
   * @example false
   */
  @IsBoolean()
  right!: boolean;

  /**
   * What the statement should have been; it is judged like any other. Only where the answer was not right.
   * @example "SELECT name FROM rivers ORDER BY length_km DESC LIMIT 3"
   */
  @ValidateIf((body: FeedbackBody) => body.corrected_sql !== undefined && body.corrected_sql !== null)
  @Matches(/^[^\0\p{Cs}]*$/u, { message: '$property must not hold NUL or broken Unicode text.' })
  @Length(1, LONGEST_STATEMENT)
  corrected_sql?: string | null;
}
