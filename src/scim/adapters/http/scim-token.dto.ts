import { ArrayMinSize, ArrayUnique, IsArray, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { IsTime, timeIn } from '../../../platform/http/is-time.js';
import { Judged } from '../../../platform/http/judged.js';
import { MayBeAbsent } from '../../../platform/http/request-validation.pipe.js';
import { APPROVAL_LEVELS, type ApprovalLevel } from '../../../shared/backing.js';
import { SCIM_SCOPES, type ScimScope } from '../../domain/provisioner.js';
import { expiryProblems } from '../../domain/scim-token.js';

const MustLieAhead = Judged<{ readonly expires_at: unknown }>(({ expires_at: wanted }, now) => {
  const at = timeIn(wanted);
  return at === null ? [] : expiryProblems(at, now);
});

@MustLieAhead
export class IssueScimTokenBody {
  /**
   * For people; unique among the valid ones.
   * @example "Microsoft Entra ID"
   */
  @IsDisplayName()
  name!: string;

  /**
   * `write` alone does not read anything, so that nearly every client needs both. Default: both.
   * @example ["read", "write"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(SCIM_SCOPES, { each: true })
  scopes?: ScimScope[] | null;

  /**
   * In ISO 8601; without one the token does not expire.
   * @example "2099-12-31T23:59:59Z"
   */
  @IsOptional()
  @IsTime()
  expires_at?: string | null;

  /**
   * How far the token may go once its issuer has left or lost rights. Only an owner may send it.
   * @example administrator
   */
  @IsOptional()
  @IsIn(APPROVAL_LEVELS)
  approved_up_to?: ApprovalLevel | null;
}

@MustLieAhead
@MayBeAbsent()
export class RotateScimTokenBody {
  /**
   * For how long the old token stays valid; 0 ends it at once.
   * @example 24
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(168)
  overlap_hours?: number | null;

  /**
   * When the new token expires, in ISO 8601; without it the token does not expire.
   * @example "2099-12-31T23:59:59Z"
   */
  @IsOptional()
  @IsTime()
  expires_at?: string | null;

  /**
   * Without it an owner approves the new token as far as the old one was. Only an owner may send it.
   * @example administrator
   */
  @IsOptional()
  @IsIn(APPROVAL_LEVELS)
  approved_up_to?: ApprovalLevel | null;
}

export class ApproveScimTokenBody {
  /**
   * `administrator`: what the built-in admin may do; `owner`: what an owner may do, so that it deactivates owners as well.
   * @example administrator
   */
  @IsIn(APPROVAL_LEVELS)
  up_to!: ApprovalLevel;
}
