import { NothingKept, tabStore } from '../../session/stores';

const KEPT_AS = 'headgate.sign-on';

/**
 * Data of a login that is in progress at an identity provider. It has to outlive that visit, so it is in the storage of
 * this tab.
 */
interface Journey {
  /** RFC 7636: an attacker who catches the code cannot spend it without this. */
  readonly verifier: string;
  readonly next: string | undefined;
  readonly stays: boolean;
}

/** Where an address signs on, and whether it has to. */
export interface SignOn {
  readonly startUrl: string;
  readonly isRequired: boolean;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export interface Beginning {
  readonly startUrl: string;
  /** The person whom the provider should expect. */
  readonly hint?: string;
  readonly next: string | undefined;
  readonly stays: boolean;
}

/** Leaves these pages for the identity provider. @throws NothingKept */
export async function beginSignOn({ startUrl, hint, next, stays }: Beginning): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const isKept = tabStore.set(KEPT_AS, JSON.stringify({ verifier, next, stays } satisfies Journey));
  if (!isKept) throw new NothingKept('The browser keeps no site data.');
  const address = new URL(startUrl, location.origin);
  address.searchParams.set('return_to', `${location.origin}/signed-in`);
  address.searchParams.set('code_challenge', base64url(new Uint8Array(digest)));
  if (hint !== undefined) address.searchParams.set('login_hint', hint);
  location.assign(address);
}

/** What was kept for the end of the login, readable once. */
export function takeJourney(): Journey | null {
  const kept = tabStore.take(KEPT_AS);
  return kept === null ? null : (JSON.parse(kept) as Journey);
}
