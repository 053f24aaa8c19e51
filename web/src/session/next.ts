/** A path of these pages, to go on with after sign-in. One leading slash, no second, no backslash: no other host can be meant. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])[^\\]*$/.test(next)) return '/';
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  // A path such as `/.//host` begins with two slashes once it is read.
  return origin === location.origin && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/';
}

/** Takes what came in the fragment off the address, so that no history, bookmark or picture of the screen keeps it. */
export function takeFragment(): URLSearchParams {
  const values = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return values;
}

/** What an identity provider or a mail sent along in the address, which loses it here. */
export function takeAnswer(): URLSearchParams {
  const values = new URLSearchParams(location.search);
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) values.set(name, value);
  history.replaceState(history.state, '', location.pathname);
  return values;
}
