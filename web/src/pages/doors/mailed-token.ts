import { takeFragment } from '../../session/next';
import { tabStore } from '../../session/stores';

/**
 * The token of a mailed link, removed from the address at once. It stays in the tab until it is used: a sign-in on the way leads back
 * to it, and a reload keeps it.
 */
const nameOf = (page: string): string => `mailed:${page}`;
/** The service clears the stores of a browser that signs out, to accept an invitation with another account too. */
const kept = new Map<string, string>();

export function keepToken(page: string, token: string): void {
  kept.set(page, token);
  tabStore.set(nameOf(page), token);
}

export function mailedToken(page: string): string | null {
  const given = takeFragment().get('token');
  if (given !== null) keepToken(page, given);
  return kept.get(page) ?? tabStore.get(nameOf(page));
}

export function forgetToken(page: string): void {
  kept.delete(page);
  tabStore.remove(nameOf(page));
}

/** Earlier versions mailed the token in the path. */
export function takeFromPath(page: string, token: string): string {
  keepToken(page, token);
  history.replaceState(history.state, '', `/${page}`);
  return token;
}
