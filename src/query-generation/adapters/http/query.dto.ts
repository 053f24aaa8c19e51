import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Max, Min, ValidateIf } from 'class-validator';
import { LONGEST_STATEMENT } from '../../../engines/sql-guard/judgement.js';
import { MayBeAbsent } from '../../../platform/http/request-validation.pipe.js';

export class ValidateQueryBody {
  /**
   * One statement in the dialect of the data source, 20,000 characters at most.
   * @example "SELECT name, length_km FROM rivers ORDER BY length_km DESC"
   */
  @ApiProperty({ maxLength: LONGEST_STATEMENT })
  @IsString()
  sql!: string;
}

/** How much of an answer is wanted, and how soon. */
class QueryLimits {
  /**
   * 100 when left out.
   * @example 10
   */
  @ValidateIf((body: QueryLimits) => body.max_rows !== undefined)
  @IsInt()
  @Min(1)
  @Max(1_000)
  max_rows?: number;

  /**
   * 10000 when left out; counted from when its turn has come.
   * @example 10000
   */
  @ValidateIf((body: QueryLimits) => body.timeout_ms !== undefined)
  @IsInt()
  @Min(100)
  @Max(60_000)
  timeout_ms?: number;
}

@MayBeAbsent()
export class RunSavedQuestionBody extends QueryLimits {
  /**
   * Of the saved question as you have read it: if it has changed since, nothing runs.
   * @example 1
   */
  @ValidateIf((body: RunSavedQuestionBody) => body.version !== undefined)
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  version?: number;
}

export class RunQueryBody extends QueryLimits {
  /**
   * One statement in the dialect of the data source, 20,000 characters at most.
   * @example "SELECT name, length_km FROM rivers ORDER BY length_km DESC"
   */
  @ApiProperty({ maxLength: LONGEST_STATEMENT })
  @IsString()
  sql!: string;
}
