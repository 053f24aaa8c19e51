import { takeFragment } from '../../session/next';

/**
 * The token of a mailed link, removed from the address at once. It stays in the memory of the page, so that a sign-in
 * on the way leads back to it.
 */
const kept = new Map<string, string>();

export function mailedToken(page: string): string | null {
  const given = takeFragment().get('token');
  if (given !== null) kept.set(page, given);
  return kept.get(page) ?? null;
}

export function forgetToken(page: string): void {
  kept.delete(page);
}

/** Earlier versions mailed the token in the path. */
export function takeFromPath(page: string, token: string): string {
  kept.set(page, token);
  history.replaceState(history.state, '', `/${page}`);
  return token;
}
