import { isIP } from 'node:net';
import type { Environment } from './environment.js';

const WORDS = ['public', 'private', 'loopback'];
/** Wider networks are covered by the words. */
const WIDEST = { 4: 8, 6: 7 };

/**
 * Where the service may connect to at another party's request.
 * @param isLocal a person's own machine, where other servers may run beside the service
 */
export function networksOf(env: Environment, name: string, isLocal: boolean): readonly string[] {
  const named = env.list(name);
  if (!named.every((item) => WORDS.includes(item) || isNetwork(item))) {
    env.reject(name, `must be a comma-separated list of ${WORDS.join(', ')}, and networks such as 10.1.0.0/16 (/8 or narrower; IPv6 /7)`);
  }
  if (named.length > 0) return named;
  return isLocal ? WORDS : ['public'];
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  if (family !== 4 && family !== 6) return false;
  const longest = family === 4 ? 32 : 128;
  const length = prefix === undefined ? longest : Number(prefix);
  return length >= WIDEST[family] && length <= longest;
}
