import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Length, Max, Min, ValidateIf } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsIdUpTo } from '../../../platform/http/is-time.js';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { LONGEST_TEXT } from '../../domain/policy.js';

const SHOWN = ['all', 'of_interest'] as const;
const MOST_DAYS = 365;

export class DecisionsQuery {
  /** `of_interest`: only refusals, and what versions in shadow would change. */
  @IsOptional()
  @IsIn(SHOWN)
  show?: (typeof SHOWN)[number];

  /** Only those that this policy made, or would have made in shadow. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1 })
  @IsOptional()
  @IsIdUpTo(LARGEST_INTEGER)
  policy_id?: string;
}

export class SimulatePolicyBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;

  /**
   * One policy in the language of Cedar.
   * @example "forbid (principal, action, resource is Workspace) unless { context.deviceTrusted };"
   */
  @IsString()
  @Length(1, LONGEST_TEXT)
  @IsStorable()
  text!: string;

  /**
   * Back from now.
   * @example 7
   */
  @ValidateIf((body: SimulatePolicyBody) => body.days !== undefined)
  @IsInt()
  @Min(1)
  @Max(MOST_DAYS)
  days?: number;

  /** The policy whose active version it would replace. */
  @ValidateIf((body: SimulatePolicyBody) => body.replaces_policy_id !== undefined)
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  replaces_policy_id?: number;
}
