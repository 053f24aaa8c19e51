import { ArrayMaxSize, ArrayUnique, IsArray, IsString, Length, Matches, MaxLength, ValidateIf } from 'class-validator';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { HasFewMarks, IsDisplayName } from '../../../platform/http/display-name.js';
import { shortName } from '../../../shared/display-name.js';

const LONGEST_SQL = 20_000;
const TERM = shortName(100);

export class VerifiedPairBody {
  /** @example "Which rivers are longer than the Danube?" */
  @IsString()
  @Length(1, 4_000)
  @Matches(/^(?=[^]*[\p{L}\p{N}])[^\0\p{Cs}]*$/u, {
    message: 'Must not be blank, or hold NUL or broken Unicode text.',
  })
  question!: string;

  /**
   * Judged like any other statement.
   * @example "SELECT 1 AS one"
   */
  @IsString()
  @Length(1, LONGEST_SQL)
  @IsStorable()
  sql!: string;
}

export class GlossaryTermBody {
  /** @example "Long river" */
  @IsDisplayName()
  name!: string;

  /** @example "A river of 1,000 kilometres or more." */
  @IsString()
  @Length(1, 2_000)
  @IsStorable()
  definition!: string;

  /**
   * Further words for it.
   * @example ["great river"]
   */
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @MaxLength(100, { each: true })
  @HasFewMarks({ each: true })
  @Matches(TERM, {
    each: true,
    message: 'Each must have 1 to 100 characters, without control characters.',
  })
  synonyms!: string[];

  /**
   * How a metric is computed, as an item of a list of columns; `null` for a word that is not a metric.
   * @example "count(*)"
   */
  @ValidateIf((body: GlossaryTermBody) => body.expression !== null)
  @IsString()
  @Length(1, LONGEST_SQL)
  @IsStorable()
  expression!: string | null;
}
