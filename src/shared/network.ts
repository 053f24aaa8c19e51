import { isIPv4, isIPv6 } from 'node:net';

/**
 * What one subscriber controls: an IPv4 address, or the /64 of an IPv6 one, since the holder of one address there holds them
 * all. An IPv4-mapped address counts as the IPv4 one.
 */
export function networkOf(ip: string | null): string {
  if (ip === null) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? ip).toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => (Number.parseInt(group, 16) || 0).toString(16)).join(':')}::/64`;
}

/**
 * The networks that count as one party each, the widest first: providers give a customer anything from a /64 to a /48 of
 * IPv6, so the holder of a /48 would otherwise be 65,536 parties.
 * @param network as `networkOf` writes it
 */
export function partiesOf(network: string): readonly string[] {
  const groups = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/.exec(network)?.slice(1);
  if (groups === undefined) return [network];
  const site = groups.slice(0, 3).join(':');
  const subnet = (Number.parseInt(groups[3] ?? '', 16) & 0xff00).toString(16);
  return [`${site}::/48`, `${site}:${subnet}::/56`, network];
}
