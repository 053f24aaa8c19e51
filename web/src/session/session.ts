import { HeadgateError, UnexpectedAnswer, unwrap } from '@headgate/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { NoAnswer, headgate, secondsToWait } from './client';
import { reading } from './read';
import { channel, tabStore } from './stores';

/** What other tabs of this browser are told. */
type News = { readonly kind: 'signed-in'; readonly user: string } | { readonly kind: 'signed-out' };

const tabs = channel<News>('headgate.session');
/** Seconds that a page waits for a repeat without a word. */
const LONGEST_WAIT = 10;

let user: string | null = null;
let restored: Promise<void> | null = null;
let whenOver: () => void = () => undefined;

/** Where the tab keeps that a person is signed in, to tell them when they no longer are. */
const WAS_IN = 'headgate.in';

/** Asked once: whether a session in this tab has ended without its person. */
export const wasSignedIn = (): boolean => tabStore.take(WAS_IN) !== null;

/** Data that was read is kept for one person; `forget` empties it when that person leaves. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenOver }),
  defaultOptions: {
    queries: {
      // The service may stand on this machine or in its network, which a browser without the internet calls offline.
      networkMode: 'always',
      staleTime: 10_000,
      // `ifMatch` takes the object that was read, so it stays the object that the answer brought.
      structuralSharing: false,
      retry: (failures, error) => failures < 2 && isWorthARepeat(error) && secondsBefore(error) <= LONGEST_WAIT,
      retryDelay: (_failures, error) => secondsBefore(error) * 1000,
      refetchIntervalInBackground: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const secondsBefore = (error: Error): number => secondsToWait(error) ?? 1;

function isWorthARepeat(error: Error): boolean {
  if (error instanceof UnexpectedAnswer) return [502, 503, 504].includes(error.response.status);
  return error instanceof HeadgateError ? error.status === 503 : error instanceof NoAnswer;
}

/** When a session was ended elsewhere, the next request gets this answer. */
export function leaveWhenOver(error: Error): void {
  if (error instanceof HeadgateError && error.code === 'UNAUTHORIZED' && user !== null) sessionIsOver();
}

/** Who is signed in on this page. */
export const person = (): string | null => user;

function sessionIsOver(): void {
  user = null;
  queries.clear();
  whenOver();
}

/** @param leave shows the sign-in page, which leads back to where the person was */
export function onSessionOver(leave: () => void): void {
  whenOver = leave;
}

tabs.listen((news) => {
  // A fresh document holds no data of the person who has left, and shows the person who has come.
  const wasIn = user !== null;
  if (news.kind === 'signed-in' && news.user === user) return;
  user = null;
  if (news.kind === 'signed-in') location.reload();
  else if (wasIn) leaveEmpty('/signin');
});

/** Hears when the person of this page signs in in another tab. @returns how to hear no more */
export function onReturn(heard: () => void): () => void {
  return tabs.listen((news) => {
    if (news.kind === 'signed-in' && news.user === user) heard();
  });
}

/** Whether a person is signed in, if necessary by the cookie of an earlier visit. */
export async function isSignedIn(): Promise<boolean> {
  restored ??= restore();
  try {
    await restored;
  } catch (error) {
    // The next attempt asks again; a service that is busy for a moment signs no one out.
    restored = null;
    throw error;
  }
  return user !== null;
}

async function restore(): Promise<void> {
  if (!(await headgate.restore())) return;
  const me = unwrap(await headgate.GET('/api/v1/me'));
  user = me.user.id;
  // The frame asks for the same at once.
  queries.setQueryData(reading('/api/v1/me', {}).queryKey, me);
  tabStore.set(WAS_IN, '');
}

/** Called when a login has brought its tokens. The page of a person who has come back stays, and is read again. */
export function signedIn(id: string): void {
  if (id === user) void queries.invalidateQueries();
  else queries.clear();
  user = id;
  tabStore.set(WAS_IN, '');
  restored = Promise.resolve();
  tabs.send({ kind: 'signed-in', user: id });
}

/**
 * Ends the session here and at once in the other tabs, and goes to the page that ends it at the identity provider.
 * @param keep keeps what is needed afterwards, for signing out clears the stores; `elsewhere` is that page
 * @throws HeadgateError
 */
export async function leaveFor(address: string, keep?: (elsewhere: string | null) => void): Promise<void> {
  const elsewhere = await headgate.logout();
  keep?.(elsewhere);
  tabs.send({ kind: 'signed-out' });
  leaveEmpty(elsewhere ?? address);
}

/** Back shows a page as the browser has kept it in memory: of a person who has left it keeps nothing, and loads the page anew. */
export function leaveEmpty(address: string): void {
  tabStore.remove(WAS_IN);
  addEventListener('pagehide', () => document.body.replaceChildren());
  addEventListener('pageshow', () => location.reload());
  location.assign(address);
}
