interface Kept {
  readonly token: string;
  readonly verifier: string;
  readonly next: string | undefined;
  readonly stays: boolean;
}

/**
 * On its way from the end of a login at a provider to the page that asks for the password. Only in the memory of the
 * page.
 */
let kept: Kept | null = null;

export function keepLinkToken(token: Kept): void {
  kept = token;
}

export const linkToken = (): Kept | null => kept;
