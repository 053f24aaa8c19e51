import type { RequestHandler } from 'express';
import { Forbidden } from '../../shared/domain-error.js';
import type { Config } from '../config/config.js';
import { DeviceTokenCarrier } from './device-token.js';

/** Identity providers make browsers post there (SAML 2.0 Bindings, section 3.5); nothing that a browser adds by itself counts there. */
const POSTED_BY_PROVIDERS = /^\/api\/auth\/sso\/\d+\/acs$/;
const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The device cookie is the one thing that a browser adds by itself. A page of another site must not make use of it
 * (ASVS 3.5.2): SameSite=Lax keeps it back, this refuses what comes through all the same.
 */
export function refuseForeignOrigin(config: Config): RequestHandler {
  const carrier = new DeviceTokenCarrier(config);
  const known = [config.http.publicUrl, ...config.http.corsOrigins];
  return (request, _response, next) => {
    const origin = request.get('origin');
    const isOwn = origin === undefined || known.includes(origin) || hostOf(origin) === request.get('host');
    if (POSTED_BY_PROVIDERS.test(request.path)) return next();
    if (isOwn || READING.includes(request.method) || carrier.cookieOf(request) === undefined) return next();
    next(new Forbidden('This page may not act for you.'));
  };
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
