import { isIPv6 } from 'node:net';

/** A host that a person wrote, in the one form that is judged and connected to. */
export type Host =
  | { readonly kind: 'address'; readonly address: string; readonly family: 'ipv4' | 'ipv6' }
  | { readonly kind: 'name'; readonly name: string };

const LONGEST_NAME = 253;
/** The standards allow no underscores in host names, but many container networks use them. */
const NAME = /^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/;
/** Would end the host of a URL, escape something in it, or name an interface. */
const OF_URLS = /[\s\p{C}/\\?#@%:<>^|[\]]/u;

/**
 * Writes a host in one way: names in lower case, in ASCII and without the trailing dot; addresses as four decimal numbers or
 * in the short form of IPv6, however they were written (`0x7f.1`, `2130706433`, `127.1`, `[::1]`).
 * @returns `undefined` for what is neither
 */
export function hostOf(text: string): Host | undefined {
  const bare = /^\[(.*)\]$/s.exec(text)?.[1] ?? text;
  if (bare.includes(':')) return isIPv6(bare) && !bare.includes('%') ? addressOf(bare) : undefined;
  if (bare === '' || bare !== text || OF_URLS.test(bare)) return undefined;
  // The parser that browsers use: it knows every spelling of an IPv4 address, and names in other scripts.
  const url = `http://${bare}/`;
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return { kind: 'address', address: hostname, family: 'ipv4' };
  const name = hostname.replace(/\.$/, '');
  return name.length <= LONGEST_NAME && NAME.test(name) ? { kind: 'name', name } : undefined;
}

/** IPv6 in its canonical form, in hexadecimal throughout. */
function addressOf(address: string): Host {
  return { kind: 'address', address: new URL(`http://[${address}]/`).hostname.slice(1, -1), family: 'ipv6' };
}

/**
 * The IPv4 addresses that an IPv6 one stands for or leads to: mapped, compatible, translated (RFC 6052, RFC 7915), 6to4 and
 * Teredo. Empty for all others.
 * @param address in the form that `hostOf` answers
 */
export function embeddedIn(address: string): readonly string[] {
  const groups = groupsOf(address);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const last = ipv4Of(g, h);
  const isZeroTo = (end: number): boolean => groups.slice(0, end).every((group) => group === 0);
  if (isZeroTo(5) && f === 0xffff) return [last];
  if (isZeroTo(4) && e === 0xffff && f === 0) return [last];
  if (isZeroTo(6) && (g !== 0 || h > 1)) return [last];
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return [last];
  if (a === 0x2002) return [ipv4Of(b, c)];
  if (a === 0x2001 && b === 0) return [ipv4Of(c, d), ipv4Of(g ^ 0xffff, h ^ 0xffff)];
  return [];
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
