/** Where a browser goes next: it is redirected to the address, or posts the fields of the form there. */
export interface Onward {
  readonly redirectUrl: string;
  readonly form: Readonly<Record<string, string>> | null;
}

export function redirectTo(redirectUrl: string): Onward {
  return { redirectUrl, form: null };
}
