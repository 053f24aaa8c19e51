import type { RequestHandler } from 'express';
import type { Config } from '../config/config.js';
import { isLoopback } from '../config/environment.js';

/**
 * Paths that programs call, under any name of the machine. A missing one stays their 404, whatever a browser accepts.
 */
export const OF_PROGRAMS = /^\/(api|scim|health|metrics|icons|access|\.well-known|openapi\.json)(\/|$)/i;

/**
 * On a person's own machine, pages are at `localhost`: browsers allow no passkey at a bare address, and a session
 * cookie belongs to one name.
 */
export function leadPagesToLocalhost({ http }: Config): RequestHandler {
  const isLocal = new URL(http.publicUrl).hostname === 'localhost' && !http.isOpen;
  if (!isLocal) return (_request, _response, next) => next();
  return (request, response, next) => {
    const host = request.get('host') ?? '';
    const isPage = ['GET', 'HEAD'].includes(request.method) && request.get('accept')?.includes('text/html') === true;
    if (!isPage || OF_PROGRAMS.test(request.path) || !isAddress(host)) return next();
    const { port } = new URL(`http://${host}`);
    response.vary('Accept');
    response.redirect(302, `http://localhost${port && `:${port}`}${request.originalUrl}`);
  };
}

function isAddress(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return isLoopback(hostname) && /^[[\d]/.test(hostname);
}
