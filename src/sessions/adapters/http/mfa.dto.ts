import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsObject, IsString, MaxLength, ValidateIf } from 'class-validator';
import type { Proof } from '../../../mfa/application/verify-factor.js';
import { CREDENTIAL_JSON } from '../../../platform/http/credential-json.js';

const METHODS = ['totp', 'webauthn', 'recovery_code'] as const;

export class ProofBody {
  /** @example totp */
  @IsIn(METHODS)
  method!: (typeof METHODS)[number];

  /**
   * From the authenticator app, or a recovery code; not for `webauthn`.
   * @example "123456"
   */
  @ValidateIf((body: ProofBody) => body.method !== 'webauthn' || body.code !== undefined)
  @IsString()
  @MaxLength(64)
  code?: string;

  /** The result of `navigator.credentials.get()`, as its `toJSON()` writes it; for `webauthn` only. */
  @ValidateIf((body: ProofBody) => body.method === 'webauthn' || body.assertion !== undefined)
  @IsObject()
  @ApiProperty({ ...CREDENTIAL_JSON, selfRequired: false })
  assertion?: object;
}

export class VerifyMfaBody extends ProofBody {
  /**
   * From the answer MFA_REQUIRED of the login.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @IsString()
  @MaxLength(512)
  mfa_token!: string;
}

export class PasswordProofBody {
  /**
   * Of your own account.
   * @example river-delta-headgate
   */
  @IsString()
  @MaxLength(1024)
  password!: string;
}

export function proofOf({ method, code, assertion }: ProofBody): Proof {
  return method === 'webauthn' ? { method, assertion: assertion ?? {} } : { method, code: code ?? '' };
}
