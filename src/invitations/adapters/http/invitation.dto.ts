import { IsInt, IsString, Max, MaxLength, Min, MinLength, ValidateIf } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { MayBeAbsent } from '../../../platform/http/request-validation.pipe.js';

export class InviteBody {
  /** @example ines@delta.example */
  @IsString()
  @MinLength(1)
  @MaxLength(320)
  email!: string;

  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  workspace_id!: number;

  /**
   * Must not allow more than you hold yourself.
   * @example 4
   */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  role_id!: number;
}

/** Send both for a new account, neither with an access token. */
@MayBeAbsent()
export class AcceptBody {
  /** @example ines */
  @ValidateIf(namesAnAccount)
  @IsString()
  @MinLength(1)
  @MaxLength(320)
  username?: string;

  /**
   * 15 to 256 characters.
   * @example "seven salmon leap upstream"
   */
  @ValidateIf(namesAnAccount)
  @IsString()
  @MinLength(1)
  @MaxLength(1024)
  password?: string;
}

function namesAnAccount({ username, password }: AcceptBody): boolean {
  return username !== undefined || password !== undefined;
}
