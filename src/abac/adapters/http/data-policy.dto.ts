import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsArray, IsInt, IsString, Length, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { Judged } from '../../../platform/http/judged.js';
import { IsStorableJson } from '../../../platform/http/storable-json.js';
import { LONGEST_TEXT } from '../../domain/policy.js';
import { rulesIn } from './data-rules.js';

const LONGEST_RULES = 512 * 1024;

/** Rules as they are read by `rulesIn`. @param bounds not for the check, which tells of too few and too many in its answer */
export function AreRules(
  bounds: { readonly minItems?: number; readonly maxItems?: number } = { minItems: 1, maxItems: 200 },
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, ...bounds }),
    Transform(({ obj }: { obj: { rules?: unknown } }) => obj.rules),
    IsArray(),
    IsStorableJson(LONGEST_RULES),
  );
}

/** Where a data policy applies, and to whom. */
export class DataPolicyReachBody {
  /** Left out or `null`: all data sources of the organization, then by tags alone. */
  @ApiProperty({ required: false, type: 'integer', nullable: true, minimum: 1, maximum: LARGEST_INTEGER })
  @ValidateIf((body: DataPolicyReachBody) => body.data_source_id !== null && body.data_source_id !== undefined)
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  data_source_id?: number | null;

  /** Whom it is for: a condition of Cedar about `principal`, `context` and `resource.labels`. Left out or `null`: everyone. */
  @ApiProperty({
    required: false,
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: LONGEST_TEXT,
    example: 'principal.roles.contains("viewer")',
  })
  @ValidateIf((body: DataPolicyReachBody) => body.applies_when !== null && body.applies_when !== undefined)
  @IsString()
  @Length(1, LONGEST_TEXT)
  @IsStorable()
  applies_when?: string | null;
}

@Judged<DataPolicyContentBody>(({ rules }) => rulesIn(rules).problems)
export class DataPolicyContentBody extends DataPolicyReachBody {
  /** @example "Each region its own rows" */
  @IsDisplayName()
  name!: string;

  /** @example "Analysts see the orders of their regions." */
  @ValidateIf((body: DataPolicyContentBody) => body.description !== undefined)
  @IsString()
  @MaxLength(1_000)
  @IsStorable()
  description?: string;

  /**
   * What it hides.
   * @example [{ "kind": "tag", "tag": "email", "effect": "hash" }]
   */
  @AreRules()
  rules!: unknown[];
}

export class DataPolicyBody extends DataPolicyContentBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;
}

export class ValidateDataPolicyBody extends DataPolicyReachBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;

  /**
   * What it hides.
   * @example [{ "kind": "tag", "tag": "email", "effect": "hash" }]
   */
  @AreRules({})
  rules!: unknown[];
}
