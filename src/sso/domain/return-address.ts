/** What only this service may write into the query of the address that it sends the browser to. */
const OWN_PARAMETERS = ['code', 'link_token', 'step_up_code', 'test', 'error', 'error_description'];
const LONGEST = 2_000;

/**
 * Whether the browser may be sent there: letter for letter one of the allowed addresses, except for its query. Text is
 * compared and not parts, because two readers of one address may disagree about its parts.
 */
export function isAllowedReturn(returnTo: string, allowed: readonly string[]): boolean {
  if (returnTo.length > LONGEST || /[#\\\p{C}]/u.test(returnTo) || !URL.canParse(returnTo)) return false;
  return allowed.some((one) => withoutQuery(one) === withoutQuery(returnTo));
}

/** The address with the outcome in its query, and without any outcome that someone else had put there. */
export function returnWith(returnTo: string, outcome: Readonly<Record<string, string>>): string {
  const url = new URL(returnTo);
  for (const name of OWN_PARAMETERS) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value);
  return url.href;
}

function withoutQuery(address: string): string {
  return address.split('?')[0] ?? address;
}
