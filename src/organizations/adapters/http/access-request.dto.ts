import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Length, Matches, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { TypedAddress } from '../../../platform/http/typed-address.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { Judged } from '../../../platform/http/judged.js';
import { ACCESS_KINDS, type AccessKind, emergencyProblems } from '../../domain/access-request.js';

/** Length of the longest sealed data policy. */
const LONGEST_CHANGE = 90_000;

const ofKind = (kind: AccessKind, field: keyof AccessRequestBody): PropertyDecorator =>
  ValidateIf((body: AccessRequestBody) => body.kind === kind || body[field] !== undefined);

@Judged<AccessRequestBody>(({ kind, emergency }) =>
  emergency === true ? ACCESS_KINDS.filter((one) => one === kind).flatMap(emergencyProblems) : [],
)
export class AccessRequestBody {
  /**
   * `act_as_owner`: see and change the data of the organization for an hour. The others allow one act: `give_role` for `email` and
   * `role_id`, `reset_factors` for `user_id`, `activate_connection` for `connection_id`, `change` for what was refused.
   * @example give_role
   */
  @IsIn(ACCESS_KINDS)
  kind!: AccessKind;

  /**
   * Every owner receives it word for word.
   * @example "The new head of analytics; ticket 4711."
   */
  @IsString()
  @Length(10, 500)
  @Matches(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, { message: 'Give a reason in one line without control characters.' })
  reason!: string;

  /**
   * In force at once, for an hour; for `act_as_owner` and `reset_factors`.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  emergency?: boolean | null;

  /**
   * Who is to get the role; for `give_role`.
   * @example vera@delta.example
   */
  @ofKind('give_role', 'email')
  @TypedAddress(254, 0)
  email?: string;

  /**
   * For `give_role`.
   * @example 1
   */
  @ofKind('give_role', 'role_id')
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  role_id?: number;

  /** The owner of the second factors; for `reset_factors`. */
  @ofKind('reset_factors', 'user_id')
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  user_id?: number;

  /** For `activate_connection`. */
  @ofKind('activate_connection', 'connection_id')
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  connection_id?: number;

  /** The version of the connection to be activated; for `activate_connection`. */
  @ofKind('activate_connection', 'configuration_version')
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  configuration_version?: number;

  /** `access_request.change` of the refusal of a change, not older than an hour; for `change`. */
  @ofKind('change', 'change')
  @IsString()
  @MaxLength(LONGEST_CHANGE)
  change?: string;
}
