import { ApiProperty } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { CREDENTIAL_JSON } from '../../../platform/http/credential-json.js';

export class EnrolTotpBody {
  /**
   * The owner's name for it; "Authenticator app" when left out.
   * @example "Work phone"
   */
  @IsOptional()
  @IsDisplayName()
  name?: string | null;
}

export class ConfirmTotpBody {
  /**
   * The six digits that the app shows.
   * @example "123456"
   */
  @IsString()
  @MaxLength(32)
  code!: string;
}

/** Shows its form; a browser makes another one for each challenge. */
const CREDENTIAL = {
  id: 'q3hJ0eXb2kU',
  rawId: 'q3hJ0eXb2kU',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0' },
};

export class RegisterWebauthnBody {
  /**
   * The owner's name for it; "Passkey" when left out.
   * @example "Laptop fingerprint"
   */
  @IsOptional()
  @IsDisplayName()
  name?: string | null;

  /** The result of `navigator.credentials.create()`, as its `toJSON()` writes it. */
  @ApiProperty({ ...CREDENTIAL_JSON, selfRequired: true, example: CREDENTIAL })
  @IsObject()
  attestation!: object;
}

export class MfaTokenBody {
  /**
   * From the answer MFA_REQUIRED of the login.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @IsString()
  @MaxLength(512)
  mfa_token!: string;
}
