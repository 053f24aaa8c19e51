import { IsNotEmpty, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';

const LONGEST_NAME = 100;

export class EnrolTotpBody {
  /** How the owner calls it; "Authenticator app" when left out. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(LONGEST_NAME)
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
  @IsString()
  @IsNotEmpty()
  @MaxLength(LONGEST_NAME)
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
