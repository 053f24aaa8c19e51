import { HeadgateError } from '@headgate/client';
import { useEffect, useState } from 'react';
import { takeFragment } from '../../session/next';
import { tabStore } from '../../session/stores';

/** The page of invitations, which people who sign in on the way come back to. */
export const INVITATIONS = 'invitations';

const PREFIX = 'mailed:';
/** Signing out in any tab clears the stores, so this document keeps a copy. */
const kept = new Map<string, string>();

/** The service answers these for a token that never works again. */
const DEAD = [
  'INVALID_RESET_TOKEN',
  'INVALID_VERIFICATION_TOKEN',
  'INVITATION_NOT_FOUND',
  'INVITATION_ALREADY_ACCEPTED',
  'INVITATION_EXPIRED',
];

export function keepToken(page: string, token: string): void {
  kept.set(page, token);
  tabStore.set(PREFIX + page, token);
}

/**
 * The token of a mailed link, removed from the address at once. It stays in the tab until it is used, dead, or left: a sign-in on the way
 * leads back to it, and a reload keeps it. A link pasted into the tab changes the fragment alone.
 * @param inPath the token, where earlier versions mailed it @returns it, and how to do without it
 */
export function useMailedToken(page: string, inPath?: string): readonly [string | null, () => void] {
  const [token, setToken] = useState(() => (inPath === undefined ? mailedToken(page) : takeFromPath(page, inPath)));
  useEffect(() => {
    const look = (): void => setToken(mailedToken(page));
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, [page]);
  const forget = (): void => {
    forgetToken(page);
    setToken(null);
  };
  return [token, forget];
}

function mailedToken(page: string): string | null {
  const given = takeFragment().get('token');
  if (given !== null) keepToken(page, given);
  return kept.get(page) ?? tabStore.get(PREFIX + page);
}

function forgetToken(page: string): void {
  kept.delete(page);
  tabStore.remove(PREFIX + page);
}

/** Who has gone on to the pages behind sign-in has left the mailed links. */
export function forgetTokens(): void {
  for (const name of tabStore.names()) if (name.startsWith(PREFIX)) forgetToken(name.slice(PREFIX.length));
  kept.clear();
}

/** Forgets the token when it is used, or refused for good. @returns whether it is */
export function useEndOfToken(page: string, isUsed: boolean, error: Error | null): boolean {
  const isOver = isUsed || (error instanceof HeadgateError && DEAD.includes(error.code));
  useEffect(() => {
    if (isOver) forgetToken(page);
  }, [page, isOver]);
  return isOver;
}

function takeFromPath(page: string, token: string): string {
  keepToken(page, token);
  history.replaceState(history.state, '', `/${page}`);
  return token;
}
