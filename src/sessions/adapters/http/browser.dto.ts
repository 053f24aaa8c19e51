import { IsBoolean, ValidateIf } from 'class-validator';
import { LoginBody } from './login.dto.js';
import { VerifyMfaBody } from './mfa.dto.js';

export class BrowserLoginBody extends LoginBody {
  /** Whether the session outlives the browser; left out, it ends when the browser is closed. */
  @ValidateIf((_: object, value: unknown) => value !== undefined)
  @IsBoolean()
  stay_signed_in?: boolean;
}

export class BrowserVerifyMfaBody extends VerifyMfaBody {
  /** As at the login, because nothing is kept of it between the two steps. */
  @ValidateIf((_: object, value: unknown) => value !== undefined)
  @IsBoolean()
  stay_signed_in?: boolean;
}
