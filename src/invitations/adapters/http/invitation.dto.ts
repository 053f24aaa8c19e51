import { IsInt, IsString, Max, MaxLength, Min, MinLength, ValidateIf } from 'class-validator';
import { MayBeAbsent } from '../../../platform/http/request-validation.pipe.js';

const LARGEST_ID = 2_147_483_647;

export class InviteBody {
  @IsString()
  @MinLength(1)
  @MaxLength(320)
  email!: string;

  @IsInt()
  @Min(1)
  @Max(LARGEST_ID)
  workspace_id!: number;

  /** Must not allow more than you hold yourself. */
  @IsInt()
  @Min(1)
  @Max(LARGEST_ID)
  role_id!: number;
}

/** Both for a new account, neither with an access token. */
@MayBeAbsent()
export class AcceptBody {
  @ValidateIf(namesAnAccount)
  @IsString()
  @MinLength(1)
  @MaxLength(320)
  username?: string;

  /** 15 to 256 characters. */
  @ValidateIf(namesAnAccount)
  @IsString()
  @MinLength(1)
  @MaxLength(1024)
  password?: string;
}

function namesAnAccount({ username, password }: AcceptBody): boolean {
  return username !== undefined || password !== undefined;
}
