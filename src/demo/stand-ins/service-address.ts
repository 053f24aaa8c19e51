import { isLoopback } from '../../platform/config/environment.js';

/** The provider answers services on this machine alone, and only where they take such answers. */
export function isOfService(address: string, last: 'callback' | 'acs'): boolean {
  return isHere(address) && new RegExp(`^/api/auth/sso/\\d+/${last}$`).test(new URL(address).pathname);
}

export function isHere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && isLoopback(hostname);
}
