import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsText } from '../../../platform/http/checked-text.js';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsIdUpTo } from '../../../platform/http/is-time.js';
import { Judged } from '../../../platform/http/judged.js';
import { AreRules, DataPolicyReachBody } from './data-policy.dto.js';
import { rulesIn } from './data-rules.js';

export class PreviewedSchemaQuery {
  /** This schema only. */
  @IsOptional()
  @IsText(255)
  schema_name?: string;

  /** Text in a name or comment of a relation or column, in any case. Without a match, the most similar words count. */
  @IsOptional()
  @IsText(200)
  search?: string;
}

export class PreviewQuery extends PreviewedSchemaQuery {
  /** A data policy that counts as if it were active. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: LARGEST_INTEGER })
  @IsOptional()
  @IsIdUpTo(LARGEST_INTEGER)
  data_policy_id?: string;
}

/** A data policy from a form; it counts as if it were active. */
@Judged<PreviewDraftBody>(({ rules }) => rulesIn(rules).problems)
export class PreviewDraftBody extends DataPolicyReachBody {
  /**
   * The answer shows it under this name.
   * @example "Each region its own rows"
   */
  @IsOptional()
  @IsDisplayName()
  name?: string | null;

  /** The data policy that it would replace. Left out: it would be a new one. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  data_policy_id?: number | null;

  /**
   * What it hides.
   * @example [{ "kind": "tag", "tag": "email", "effect": "hash" }]
   */
  @AreRules()
  rules!: unknown[];
}
