import { IsString, MaxLength, MinLength } from 'class-validator';
import { TypedAddress } from '../../../platform/http/typed-address.js';

export class LoginBody {
  /**
   * Username or e-mail address.
   * @example olivia
   */
  @TypedAddress(320)
  username!: string;

  /** @example river-delta-headgate */
  @IsString()
  @MinLength(1)
  @MaxLength(1024)
  password!: string;
}

export class RefreshBody {
  /** @example kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI */
  @IsString()
  @MinLength(1)
  @MaxLength(512)
  refresh_token!: string;
}
