import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength, ValidateIf } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { TypedAddress } from '../../../platform/http/typed-address.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { INVITATION_STATUSES, type InvitationStatus } from '../../domain/invitation.js';
import { MayBeAbsent } from '../../../platform/http/request-validation.pipe.js';

export class InvitationsQuery {
  /** Only those in this state; all if left out. */
  @IsOptional()
  @IsIn(INVITATION_STATUSES)
  status?: InvitationStatus;
}

export class InviteBody {
  /** @example ines@delta.example */
  @TypedAddress(320)
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

@MayBeAbsent()
export class ResendBody {
  /**
   * The new role; without it the invitation keeps its role.
   * @example 4
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  role_id?: number | null;
}

/** Send username and password for a new account, nothing with an access token. */
@MayBeAbsent()
export class AcceptBody {
  /** @example ines */
  @ValidateIf(namesAnAccount)
  @TypedAddress(320)
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

  /**
   * 1 to 100 characters: what others call the person.
   * @example "Ines Castro"
   */
  @ValidateIf((body: AcceptBody) => body.display_name !== undefined && body.display_name !== null)
  @IsDisplayName()
  display_name?: string | null;
}

export class OpenInvitationBody {
  /**
   * From the link in the mail.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @IsString()
  @MinLength(1)
  @MaxLength(512)
  token!: string;
}

export class JoinBody extends AcceptBody {
  /**
   * From the link in the mail.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @IsString()
  @MinLength(1)
  @MaxLength(512)
  token!: string;
}

function namesAnAccount({ username, password, display_name: name }: AcceptBody): boolean {
  return username !== undefined || password !== undefined || typeof name === 'string';
}
