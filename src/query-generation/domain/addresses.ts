/** Names with dots, which programs turn into links even without a scheme, and addresses of machines. */
const DOTTED =
  /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_][\p{L}\p{N}_-]*(?:[.。．｡][\p{L}\p{N}_-]+)*[.。．｡]\p{L}{2,}|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/gu;
const OTHER = /@|:\/\//g;

/** @param isKnown whether a name with dots is one of the data, not an address */
export function holdsAddress(text: string, isKnown: (name: string) => boolean): boolean {
  return text.search(OTHER) >= 0 || [...text.matchAll(DOTTED)].some(([name]) => !isKnown(name));
}

/** The same words with addresses in pieces that lead nowhere. */
export function withoutAddresses(text: string, isKnown: (name: string) => boolean = () => false): string {
  return text.replaceAll(DOTTED, (name) => (isKnown(name) ? name : name.replaceAll(/[.。．｡]/g, ' '))).replaceAll(OTHER, ' ');
}
