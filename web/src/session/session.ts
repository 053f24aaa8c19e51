import { HeadgateError, unwrap } from '@headgate/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { headgate } from './client';

/** What other tabs of this browser are told. */
type News = { readonly kind: 'signed-in'; readonly user: string } | { readonly kind: 'signed-out' };

const tabs = new BroadcastChannel('headgate.session');
let user: string | null = null;
let restored: Promise<void> | null = null;
let whenOver: () => void = () => undefined;

/** What was read is kept for one person; `forget` empties it when that person leaves. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenOver }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // An object that was read is what `ifMatch` takes, so it stays the object that the answer brought.
      structuralSharing: false,
      retry: (failures, error) => failures < 2 && isWorthARepeat(error),
      retryDelay: (_failures, error) => (error instanceof HeadgateError ? (error.retryAfter ?? 1) : 1) * 1000,
      refetchIntervalInBackground: false,
    },
    mutations: { retry: false },
  },
});

function isWorthARepeat(error: Error): boolean {
  return error instanceof HeadgateError ? error.status === 503 : error instanceof TypeError;
}

/** A session that was ended elsewhere shows itself by this answer to whatever is asked next. */
export function leaveWhenOver(error: Error): void {
  if (error instanceof HeadgateError && error.code === 'UNAUTHORIZED' && user !== null) sessionIsOver();
}

function sessionIsOver(): void {
  user = null;
  queries.clear();
  whenOver();
}

/** @param leave shows the sign-in page, which leads back to where the person was */
export function onSessionOver(leave: () => void): void {
  whenOver = leave;
}

tabs.addEventListener('message', ({ data }: MessageEvent<News>) => {
  // A fresh document holds nothing of the person who has left, and shows the person who has come.
  if (data.kind === 'signed-out' && user !== null) location.assign('/signin');
  if (data.kind === 'signed-in' && data.user !== user) location.reload();
});

/** Whether somebody is signed in, by the cookie of an earlier visit if need be. */
export async function isSignedIn(): Promise<boolean> {
  restored ??= restore();
  try {
    await restored;
  } catch (error) {
    // The next try asks again; a service that is busy for a moment signs nobody out.
    restored = null;
    throw error;
  }
  return user !== null;
}

async function restore(): Promise<void> {
  if (!(await headgate.restore())) return;
  user = unwrap(await headgate.GET('/api/v1/me')).user.id;
}

/** Called when a login has brought its tokens. */
export function signedIn(id: string): void {
  queries.clear();
  user = id;
  restored = Promise.resolve();
  tabs.postMessage({ kind: 'signed-in', user: id } satisfies News);
}

/** Ends the session here and at once in the other tabs, and leaves for where it ends at the identity provider. @throws HeadgateError */
export async function signOut(): Promise<void> {
  const elsewhere = await headgate.logout();
  tabs.postMessage({ kind: 'signed-out' } satisfies News);
  location.assign(elsewhere ?? '/signin');
}
