import type { Request } from 'express';

/**
 * Ports share the cookies of their host: an installation at a port of its own has cookies of its own. Over https, the prefix
 * keeps another host of the same site from planting one; it requires the path `/`.
 */
export function cookieName(name: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol === 'https:' ? '__Host-' : ''}headgate_${name}${port === '' ? '' : `_${port}`}`;
}

/** @returns the value of the first cookie of this name; browsers send the one with the longest path first */
export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const prefix = `${name}=`;
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
}
