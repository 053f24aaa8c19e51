import { addressOf, emailKeyOf } from '../../shared/email-key.js';

const MOST_NAMES = 5;

/**
 * The address in what a provider said under one name: in other letters, or with white space around it, it is the same address. No address has
 * white space at its ends, unlike names and groups.
 * @returns `null` without one, and for several: nobody can tell which one is meant
 */
export function oneAddressIn(said: readonly string[]): string | null {
  const texts = said.map(withoutSpaces).filter((text) => text !== '');
  const [first = null] = texts;
  return new Set(texts.map((text) => emailKeyOf(text) ?? text)).size === 1 ? first : null;
}

/** For the people who set a connection up: under which names the provider has sent addresses. Names no address. */
export function whereAddressesAre(claims: Readonly<Record<string, unknown>>): string {
  const found = Object.entries(claims).flatMap(([name, value]) => {
    const texts = (Array.isArray(value) ? (value as unknown[]) : [value]).filter((each) => typeof each === 'string').map(withoutSpaces);
    const count = new Set(texts.flatMap((text) => addressOf(text)?.key ?? [])).size;
    return count === 0 ? [] : [`"${name.slice(0, 100)}" (${count === 1 ? 'one' : `${count} different ones`})`];
  });
  return found.length === 0 ? 'It holds none at all.' : `Addresses are under ${found.slice(0, MOST_NAMES).join(', ')}.`;
}

/** That of XML and JSON, and no other: what else is invisible may be part of a name. */
function withoutSpaces(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SPACES.includes(text.charAt(from))) from += 1;
  while (from < to && SPACES.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const SPACES = ' \t\r\n';
