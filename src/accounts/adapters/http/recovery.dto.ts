import { IsString, MaxLength, MinLength } from 'class-validator';
import { TypedAddress } from '../../../platform/http/typed-address.js';

const LONGEST_INPUT = 1024;

export class ResetRequestBody {
  /**
   * The e-mail address of the account.
   * @example olivia@delta.example
   */
  @TypedAddress(LONGEST_INPUT)
  email!: string;
}

export class OpenResetBody {
  /**
   * From the link in the mail.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @IsString()
  @MaxLength(LONGEST_INPUT)
  token!: string;
}

export class ResetPasswordBody {
  /**
   * From the link in the mail: good for 30 minutes, and for one use.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @IsString()
  @MaxLength(LONGEST_INPUT)
  token!: string;

  /**
   * 15 to 256 characters.
   * @example "three herons at the weir"
   */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_INPUT)
  new_password!: string;
}

export class VerifyEmailBody {
  /**
   * From the link in the mail: good for a day, and for one use.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @IsString()
  @MaxLength(LONGEST_INPUT)
  token!: string;
}
