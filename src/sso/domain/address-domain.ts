const LETTERS_OF_NAMES = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;

/**
 * The domain of an address as the DNS writes it, in ASCII; empty for what can be none. No other characters are handed to the reader
 * of addresses below, for it would take some of them for the end of the name.
 * @param emailKey as addresses are compared
 */
export function domainOf(emailKey: string): string {
  const domain = emailKey.slice(emailKey.lastIndexOf('@') + 1);
  if (!LETTERS_OF_NAMES.test(domain) || !URL.canParse(`http://${domain}`)) return '';
  return new URL(`http://${domain}`).hostname;
}
