import { type DataOf, HeadgateError, type Route, unwrap } from '@headgate/client';
import type { QueryClient } from '@tanstack/react-query';
import { chosenLanguage } from '../i18n/texts';
import { headgate } from './client';
import { channel, tabStore } from './stores';

/** What other tabs of this browser are told. */
type News = { readonly kind: 'signed-in'; readonly user: string } | { readonly kind: 'signed-out' };

const tabs = channel<News>('headgate.session');

let user: string | null = null;
let restored: Promise<void> | null = null;
let whenOver: () => void = () => undefined;

/** Where the tab keeps that a person is signed in, to tell them when they no longer are. */
const WAS_IN = 'headgate.in';

/** Asked once: whether a session in this tab has ended without its person. */
export const wasSignedIn = (): boolean => tabStore.take(WAS_IN) !== null;

type Me = DataOf<Route<'/api/v1/me', 'get'>>;

/** What was read for the person, once a page is loaded that reads. */
let reads: QueryClient | null = null;
/** Read before there was a page to show it: the frame asks for the same at once. */
let ahead: Me | null = null;

export function keepReadsIn(client: QueryClient): void {
  reads = client;
  if (ahead !== null) keepMe(client, ahead);
  ahead = null;
}

/** Begins with the path, so that `readAnew` reaches all that was read from it, and ends with the language of the sentences in it. */
export const keyOf = (path: string, init: object) => [path, init, chosenLanguage()] as const;

const keepMe = (client: QueryClient, me: Me): void => void client.setQueryData(keyOf('/api/v1/me', {}), me);

/** @param path without it, all that was read */
export async function readAnew(path?: string): Promise<void> {
  await reads?.invalidateQueries(path === undefined ? {} : { queryKey: [path] });
}

/** When a session was ended elsewhere, the next request gets this answer. */
export function leaveWhenOver(error: Error): void {
  if (error instanceof HeadgateError && error.code === 'UNAUTHORIZED' && user !== null) sessionIsOver();
}

/** Who is signed in on this page. */
export const person = (): string | null => user;

function sessionIsOver(): void {
  user = null;
  forgetReads();
  whenOver();
}

function forgetReads(): void {
  ahead = null;
  reads?.clear();
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

/** Hears when the person of this page signs in in another tab. @returns how to stop hearing */
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
  if (reads === null) ahead = me;
  else keepMe(reads, me);
  tabStore.set(WAS_IN, '');
}

/** Called when a login has brought its tokens. The page of a person who has come back stays, and is read again. */
export function signedIn(id: string): void {
  if (id === user) void readAnew();
  else forgetReads();
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
