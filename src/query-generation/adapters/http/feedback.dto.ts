import { IsBoolean, Length, ValidateIf } from 'class-validator';
import { LONGEST_STATEMENT } from '../../../engines/sql-guard/judgement.js';
import { Judged } from '../../../platform/http/judged.js';
import { MayBeAbsent } from '../../../platform/http/request-validation.pipe.js';
import { IsStorable } from '../../../platform/http/storable-text.js';

@Judged<FeedbackBody>(({ right, corrected_sql: corrected }) =>
  right === true && typeof corrected === 'string'
    ? [
        {
          field: 'corrected_sql',
          message: 'A right statement needs no correction. Leave this out, or mark the statement as wrong.',
          code: 'invalid',
        },
      ]
    : [],
)
export class FeedbackBody {
  /**
   * Whether the statement answers the question.
   * @example false
   */
  @IsBoolean()
  right!: boolean;

  /**
   * The correct statement, only if the answer was wrong. The guard judges it like any other.
   * @example "SELECT name FROM rivers ORDER BY length_km DESC LIMIT 3"
   */
  @ValidateIf((body: FeedbackBody) => body.corrected_sql !== undefined && body.corrected_sql !== null)
  @IsStorable()
  @Length(1, LONGEST_STATEMENT)
  corrected_sql?: string | null;
}

@MayBeAbsent()
export class VerificationBody {
  /**
   * The statement that you verify. Needed only if another person has corrected the generated one.
   * @example "SELECT name FROM rivers ORDER BY length_km DESC LIMIT 3"
   */
  @ValidateIf((body: VerificationBody) => body.sql !== undefined && body.sql !== null)
  @IsStorable()
  @Length(1, LONGEST_STATEMENT)
  sql?: string | null;
}
