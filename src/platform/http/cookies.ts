import type { Request } from 'express';

/** @returns the value of the first cookie of this name; browsers send the one with the longest path first */
export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const prefix = `${name}=`;
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
}
