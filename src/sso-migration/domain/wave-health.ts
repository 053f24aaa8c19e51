/** The period over which the logins of a wave are judged. */
export const WATCHED_MINUTES = 15;
const FEWEST_REFUSALS = 5;
const MOST_REFUSED = 0.02;

/** How the logins of an enforced wave's members ended. */
export interface WaveHealth {
  readonly organizationId: number;
  readonly number: number;
  readonly name: string;
  /** Through the identity provider. */
  readonly logins: number;
  /** Members who were refused, by this service or after the provider had named them, and have not got in since. */
  readonly refusals: number;
  /** Logins of a person whom the provider named as a member who is linked to another person there. */
  readonly conflicts: number;
  readonly required: number;
}

export type PauseCode = 'IDENTITY_CONFLICT' | 'TOO_MANY_REFUSALS' | 'ENFORCEMENT_RELEASED';

/** @returns why the wave must not continue; `null` while it is well */
export function faultOf({ logins, refusals, conflicts, required }: WaveHealth): PauseCode | null {
  if (conflicts > 0) return 'IDENTITY_CONFLICT';
  if (refusals >= FEWEST_REFUSALS && refusals >= MOST_REFUSED * (logins + refusals)) return 'TOO_MANY_REFUSALS';
  return required === 0 ? 'ENFORCEMENT_RELEASED' : null;
}
