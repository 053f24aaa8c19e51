import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsArray, IsInt, IsString, Length, Matches, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { Judged } from '../../../platform/http/judged.js';
import { IsStorableJson } from '../../../platform/http/storable-json.js';
import { LONGEST_TEXT } from '../../domain/policy.js';
import { rulesIn } from './data-rules.js';

const STORABLE = /^[^\0\p{Cs}]*$/u;
const UNSTORABLE = { message: '$property must not hold NUL or broken Unicode text.' };
const LONGEST_RULES = 512 * 1024;

/** What a data policy does, without its name. */
export class DataPolicyRulesBody {
  /** Left out or `null`: all data sources of the organization, then by tags alone. */
  @ApiProperty({ required: false, type: 'integer', nullable: true, minimum: 1, maximum: LARGEST_INTEGER })
  @ValidateIf((body: DataPolicyRulesBody) => body.data_source_id !== null && body.data_source_id !== undefined)
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
  @ValidateIf((body: DataPolicyRulesBody) => body.applies_when !== null && body.applies_when !== undefined)
  @IsString()
  @Length(1, LONGEST_TEXT)
  @Matches(STORABLE, UNSTORABLE)
  applies_when?: string | null;

  /**
   * What it hides.
   * @example [{ "kind": "tag", "tag": "email", "effect": "hash" }]
   */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, minItems: 1, maxItems: 200 })
  @Transform(({ obj }: { obj: { rules?: unknown } }) => obj.rules)
  @IsArray()
  @IsStorableJson(LONGEST_RULES)
  rules!: unknown[];
}

@Judged<DataPolicyContentBody>(({ rules }) => rulesIn(rules).problems)
export class DataPolicyContentBody extends DataPolicyRulesBody {
  /** @example "Each region its own rows" */
  @IsDisplayName()
  name!: string;

  /** @example "Analysts see the orders of their regions." */
  @ValidateIf((body: DataPolicyContentBody) => body.description !== undefined)
  @IsString()
  @MaxLength(1_000)
  @Matches(STORABLE, UNSTORABLE)
  description?: string;
}

export class DataPolicyBody extends DataPolicyContentBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;
}

export class ValidateDataPolicyBody extends DataPolicyRulesBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;
}
