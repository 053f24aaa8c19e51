import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsObject, Max, Min, ValidateIf } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';

export class ExecuteTemplateBody {
  /**
   * A value for each parameter of the template.
   * @example {"continent": "Europe", "limit": 3}
   */
  @ApiProperty({ required: false, type: Object, additionalProperties: true })
  // Untransformed: the transformer would silently drop names such as `toString`.
  @Transform(({ obj }: { obj: { parameters?: unknown } }) => obj.parameters)
  @ValidateIf((body: ExecuteTemplateBody) => body.parameters !== undefined)
  @IsObject()
  parameters?: Record<string, unknown>;

  /**
   * You may leave it out if only one is possible.
   * @example 1
   */
  @ValidateIf((body: ExecuteTemplateBody) => body.data_source_id !== undefined && body.data_source_id !== null)
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  data_source_id?: number | null;

  /**
   * false when left out: the statement is written and not run.
   * @example true
   */
  @ValidateIf((body: ExecuteTemplateBody) => body.run !== undefined)
  @IsBoolean()
  run?: boolean;

  /**
   * 100 when left out.
   * @example 10
   */
  @ValidateIf((body: ExecuteTemplateBody) => body.max_rows !== undefined)
  @IsInt()
  @Min(1)
  @Max(1_000)
  max_rows?: number;
}
