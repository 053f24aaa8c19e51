import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsObject, Length, Matches, Max, Min, ValidateIf } from 'class-validator';

const LARGEST_ID = 2_147_483_647;

export class ExecuteTemplateBody {
  /** A value for each parameter of the template. */
  @ApiProperty({ required: false, type: Object, additionalProperties: true })
  // As they came: the transformer would drop names such as `toString` without a word.
  @Transform(({ obj }: { obj: { parameters?: unknown } }) => obj.parameters)
  @ValidateIf((body: ExecuteTemplateBody) => body.parameters !== undefined)
  @IsObject()
  parameters?: Record<string, unknown>;

  /** May be left out where only one can be meant. */
  @ValidateIf((body: ExecuteTemplateBody) => body.data_source_id !== undefined && body.data_source_id !== null)
  @IsInt()
  @Min(1)
  @Max(LARGEST_ID)
  data_source_id?: number | null;

  /** false when left out: the statement is written and not run. */
  @ValidateIf((body: ExecuteTemplateBody) => body.run !== undefined)
  @IsBoolean()
  run?: boolean;

  /** 100 when left out. */
  @ValidateIf((body: ExecuteTemplateBody) => body.max_rows !== undefined)
  @IsInt()
  @Min(1)
  @Max(1_000)
  max_rows?: number;
}

export class FeedbackBody {
  @IsBoolean()
  right!: boolean;

  /** What the statement should have been; it is judged like any other. Only where the answer was not right. */
  @ValidateIf((body: FeedbackBody) => body.corrected_sql !== undefined && body.corrected_sql !== null)
  @Matches(/^[^\0\p{Cs}]*$/u, { message: '$property must not hold NUL or broken Unicode text.' })
  @Length(1, 20_000)
  corrected_sql?: string | null;
}
