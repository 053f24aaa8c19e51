import { passwordWeakness } from '../../src/accounts/domain/password-policy.js';

const LISTED = new Set([
  'password',
  'local',
  'sunshine',
  'dragon',
  'iloveyou',
  'hunter2',
  'trustno1',
  'butterfly',
  'computer',
  '123456789',
]);
export const NAMES = ['olivia', 'olivia.martin@delta.example', 'Delta Analytics'];

export function weakness(password: string, { mfaEnrolled = false, names = NAMES } = {}): ReturnType<typeof passwordWeakness> {
  return passwordWeakness(password, { mfaEnrolled, names }, (candidate) => LISTED.has(candidate));
}

export const reasonOf = (password: string, context?: Parameters<typeof weakness>[1]): string | null =>
  weakness(password, context)?.reason ?? null;
