export type DomainName =
  | { readonly kind: 'own'; readonly name: string }
  /** Nobody's, but everybody's who registers below it. */
  | { readonly kind: 'suffix' }
  /** Of a service that gives addresses to whoever asks. */
  | { readonly kind: 'public_mail' }
  | { readonly kind: 'malformed' };

export abstract class DomainNames {
  /** However it was written: in other scripts, in capitals, with a trailing dot. */
  abstract read(text: string): DomainName;
}
