import { isIP } from 'node:net';

/** Where a browser on this machine finds what listens at a host. */
export function localOrigin(host: string, port: number): string {
  if (isUnspecified(host)) return `http://localhost:${port}`;
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** "All addresses of this machine": a host can listen there, but no browser can go there. */
export const isUnspecified = (host: string): boolean => /^(?:0+(?:\.0+){0,3}|\[?[0:]*:[0:]*\]?)$/.test(host);
