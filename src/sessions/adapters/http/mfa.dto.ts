import { IsIn, IsObject, IsString, MaxLength, ValidateIf } from 'class-validator';
import type { Proof } from '../../../mfa/application/verify-factor.js';

const METHODS = ['totp', 'webauthn', 'recovery_code'] as const;

export class ProofBody {
  @IsIn(METHODS)
  method!: (typeof METHODS)[number];

  /** Of the authenticator app, or a recovery code; not for `webauthn`. */
  @ValidateIf((body: ProofBody) => body.method !== 'webauthn' || body.code !== undefined)
  @IsString()
  @MaxLength(64)
  code?: string;

  /** What `navigator.credentials.get()` gave, as its `toJSON()` writes it; for `webauthn` only. */
  @ValidateIf((body: ProofBody) => body.method === 'webauthn' || body.assertion !== undefined)
  @IsObject()
  assertion?: object;
}

export class VerifyMfaBody extends ProofBody {
  /** From the answer MFA_REQUIRED of the login. */
  @IsString()
  @MaxLength(512)
  mfa_token!: string;
}

export class PasswordProofBody {
  /** Of your own account. */
  @IsString()
  @MaxLength(1024)
  password!: string;
}

export function proofOf({ method, code, assertion }: ProofBody): Proof {
  return method === 'webauthn' ? { method, assertion: assertion ?? {} } : { method, code: code ?? '' };
}
