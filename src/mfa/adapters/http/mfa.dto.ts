import { IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';

export class EnrolTotpBody {
  /** How the owner calls it; "Authenticator app" when left out. */
  @IsOptional()
  @IsDisplayName()
  name?: string;
}

export class ConfirmTotpBody {
  /** The six digits that the app shows. */
  @IsString()
  @MaxLength(32)
  code!: string;
}

export class RegisterWebauthnBody {
  /** How the owner calls it; "Passkey" when left out. */
  @IsOptional()
  @IsDisplayName()
  name?: string;

  /** What `navigator.credentials.create()` gave, as its `toJSON()` writes it. */
  @IsObject()
  attestation!: object;
}

export class MfaTokenBody {
  @IsString()
  @MaxLength(512)
  mfa_token!: string;
}
