import type { AuthenticationMethod } from '../../shared/caller.js';

interface FactorState {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly createdAt: Date;
  /** `null` until the owner has shown that they can use it; it does not count before that. */
  readonly confirmedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** RFC 6238: a secret shared with an authenticator app. */
export interface TotpFactor extends FactorState {
  readonly type: 'totp';
  /** Opened only while a code is judged. */
  readonly secretSealed: string;
  /**
   * The step of the last accepted code: neither that code nor an older one is accepted again (RFC 6238 section 5.2).
   */
  readonly lastTimeStep: number | null;
}

/** A passkey or security key. */
export interface WebauthnFactor extends FactorState {
  readonly type: 'webauthn';
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly transports: readonly string[];
}

export type Factor = TotpFactor | WebauthnFactor;

export type MfaMethod = 'totp' | 'webauthn' | 'recovery_code';

/** The names of the types in access tokens (RFC 8176; recovery codes have no name there). */
export const AMR_OF_METHOD: Record<MfaMethod, AuthenticationMethod> = {
  totp: 'otp',
  webauthn: 'hwk',
  recovery_code: 'rc',
};

export const MOST_FACTORS = 20;

/** What completes a login; recovery codes replace a factor but are not factors. */
export function methodsOf(factors: readonly Factor[], recoveryCodesLeft: number): MfaMethod[] {
  const methods: MfaMethod[] = [];
  if (factors.some((factor) => factor.type === 'totp')) methods.push('totp');
  if (factors.some((factor) => factor.type === 'webauthn')) methods.push('webauthn');
  if (methods.length > 0 && recoveryCodesLeft > 0) methods.push('recovery_code');
  return methods;
}
