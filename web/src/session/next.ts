/** Where the tab keeps the page to continue with, for a visit at an identity provider that leads back to the start page alone. */
export const NEXT = 'headgate.next';

/**
 * A path of these pages, to continue with after sign-in. One leading slash, no second, no backslash: it cannot mean
 * another host.
 */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])[^\\]*$/.test(next)) return '/';
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  // A path such as `/.//host` begins with two slashes once it is read.
  return origin === location.origin && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/';
}

/** Removes what came in the fragment from the address, so that no history, bookmark or screenshot keeps it. */
export function takeFragment(): URLSearchParams {
  const values = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return values;
}

/** What an identity provider or a mail sent along in the address; reading it removes it there. */
export function takeAnswer(): URLSearchParams {
  const values = new URLSearchParams(location.search);
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) values.set(name, value);
  history.replaceState(history.state, '', location.pathname);
  return values;
}
