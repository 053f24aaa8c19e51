/** What else a change of factors changes: other sessions end, and devices lose their trust. */
export const CHANGED_BY_FACTORS = ['/api/v1/mfa/factors', '/api/v1/me', '/api/v1/sessions', '/api/v1/devices'];

export interface AddFactorProps {
  /** With the recovery codes of a first factor, and null of any further one. */
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}
