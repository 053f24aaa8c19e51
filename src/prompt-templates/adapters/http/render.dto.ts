import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsObject, ValidateBy, ValidateIf } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { MayBeAbsent } from '../../../platform/http/request-validation.pipe.js';

@MayBeAbsent()
export class RenderBody {
  /**
   * By name, each in its JSON type; what is missing or null gets its default.
   * @example {"continent": "Europe", "limit": 3}
   */
  @ApiProperty({ required: false, type: Object, additionalProperties: true })
  // As they came: the transformer would drop names such as `toString` without a word.
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
      defaultMessage: () => '$property must be the number of a version, or draft.',
    },
  })
  version?: number | 'draft';
}
