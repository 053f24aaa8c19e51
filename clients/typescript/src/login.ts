import type { components } from '../dist/api.js';
import type { ErrorCode, HeadgateError } from './errors.js';

type Schemas = components['schemas'];

/** A code of an app, a recovery code, or what a passkey signed. */
export type Proof = Omit<Schemas['VerifyMfaBody'], 'mfa_token'>;

/** Where a login stands. `switch` over `kind`, and let it end in `satisfies never`. */
export type LoginStep =
  /** Done: the client has the tokens and sends them from now on. */
  | {
      readonly kind: 'tokens';
      readonly user: Schemas['UserSummary'];
      /** Makes the browser a trusted device, if that is allowed: `POST /api/v1/devices/activate`. */
      readonly device_activation: Schemas['VerifiedLogin']['device_activation'];
    }
  /** The password is right, and a second factor is due. */
  | (Omit<Schemas['MfaRequiredError']['mfa'], 'token'> & {
      readonly kind: 'mfa';
      /** Names the challenge, for the options of a passkey: `POST /api/auth/mfa/webauthn/options`. */
      readonly token: string;
      verify(proof: Proof): Promise<LoginStep>;
    })
  /** Send the browser to `sso.start_url`; `null` while the organization has no connection. */
  | { readonly kind: 'sso'; readonly sso: Schemas['SsoRequiredError']['sso'] }
  | { readonly kind: 'refused'; readonly error: HeadgateError<Exclude<ErrorCode, 'MFA_REQUIRED' | 'SSO_REQUIRED'>> };

interface Opened {
  readonly user: Schemas['UserSummary'];
  readonly device_activation?: Schemas['VerifiedLogin']['device_activation'];
}

/** The answer of a route that may open or end a session. */
export type AnswerTo<Data> = { readonly data: Data; readonly error?: never } | { readonly data?: never; readonly error: HeadgateError };

export function nextStep({ data, error }: AnswerTo<Opened>, verify: (proof: Schemas['VerifyMfaBody']) => Promise<LoginStep>): LoginStep {
  if (error === undefined) {
    return { kind: 'tokens', user: data.user, device_activation: data.device_activation ?? null };
  }
  if (error.code === 'SSO_REQUIRED') return { kind: 'sso', sso: error.sso };
  if (error.code !== 'MFA_REQUIRED') return { kind: 'refused', error };
  const { mfa } = error;
  return { kind: 'mfa', ...mfa, verify: (proof) => verify({ ...proof, mfa_token: mfa.token }) };
}
