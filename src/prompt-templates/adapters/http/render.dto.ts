import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsObject, IsString, Length, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsStorableJson } from '../../../platform/http/storable-json.js';
import { Judged } from '../../../platform/http/judged.js';
import { problemsOfParameters } from '../parameters/ajv-parameter-definitions.js';
import { LONGEST_PARAMETERS, LONGEST_TEXT, MOST_PARAMETERS } from './template.dto.js';
import { MayBeAbsent } from '../../../platform/http/request-validation.pipe.js';

@Judged<RenderTextBody>(({ parameters }) => problemsOfParameters(parameters))
export class RenderTextBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;

  /** @example "Which rivers belong to the basin of the {{basin}}?" */
  @IsString()
  @Length(1, LONGEST_TEXT)
  @IsStorable()
  template_text!: string;

  /**
   * As a template declares them.
   * @example [{"name": "basin", "type": "string", "required": true}]
   */
  @ApiProperty({ required: false, type: 'array', items: { type: 'object', additionalProperties: true } })
  @ValidateIf((body: RenderTextBody) => body.parameters !== undefined)
  @IsArray()
  @ArrayMaxSize(MOST_PARAMETERS)
  @IsObject({ each: true })
  @IsStorableJson(LONGEST_PARAMETERS)
  parameters?: object[];

  /**
   * By name, each in its JSON type; what is missing or null gets its default.
   * @example {"basin": "Danube"}
   */
  @ApiProperty({ required: false, type: Object, additionalProperties: true })
  @Transform(({ obj }: { obj: { values?: unknown } }) => obj.values)
  @ValidateIf((body: RenderTextBody) => body.values !== undefined)
  @IsObject()
  values?: Record<string, unknown>;
}

@MayBeAbsent()
export class RenderBody {
  /**
   * By name, each in its JSON type; what is missing or null gets its default.
   * @example {"continent": "Europe", "limit": 3}
   */
  @ApiProperty({ required: false, type: Object, additionalProperties: true })
  // Unchanged: the transformer would silently drop names such as `toString`.
  @Transform(({ obj }: { obj: { parameters?: unknown } }) => obj.parameters)
  @ValidateIf((body: RenderBody) => body.parameters !== undefined)
  @IsObject()
  parameters?: Record<string, unknown>;

  /**
   * The number of an old version, or `draft` for the working copy; what is published when left out.
   * @example 1
   */
  @ApiProperty({
    required: false,
    oneOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', enum: ['draft'] },
    ],
  })
  @ValidateIf((body: RenderBody) => body.version !== undefined)
  @ValidateBy({
    name: 'isVersion',
    validator: {
      validate: (value: unknown): boolean =>
        value === 'draft' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LARGEST_INTEGER),
      defaultMessage: () => 'Must be the number of a version, or draft.',
    },
  })
  version?: number | 'draft';
}
