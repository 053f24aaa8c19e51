import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request, Response, RequestHandler } from 'express';
import { Forbidden, Unavailable } from '../../shared/domain-error.js';
import { type RequestOrigin, runWithOrigin } from './request-context.js';
import type { Config } from '../config/config.js';
import { DeviceTokenCarrier } from './device-token.js';

/**
 * Identity providers make browsers post there (SAML 2.0 Bindings, section 3.5); credentials that a browser adds by
 * itself do not count there.
 */
const POSTED_BY_PROVIDERS = /^\/api\/auth\/sso\/\d+\/acs$/;
/** `OwnPageGuard` protects these and is stricter, with any cookies. */
const OF_PAGES = '/api/auth/browser/';
const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The device cookie is the only thing that a browser adds by itself. A page of another site must not use it (ASVS
 * 3.5.2): SameSite=Lax keeps it back, and this refuses what still comes through.
 */
export function refuseForeignOrigin(config: Config): RequestHandler {
  const carrier = new DeviceTokenCarrier(config);
  const known = [config.http.publicUrl, ...config.http.corsOrigins];
  return (request, _response, next) => {
    if (READING.includes(request.method)) return next();
    const origin = request.get('origin');
    const isOwn = origin === undefined || known.includes(origin) || hostOf(origin) === request.get('host');
    if (POSTED_BY_PROVIDERS.test(request.path) || request.path.startsWith(OF_PAGES)) return next();
    if (isOwn || carrier.cookieOf(request) === undefined) return next();
    next(new Forbidden('This page may not act for you.'));
  };
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const USER_AGENT_LENGTH = 512;

/** Echoes a well-formed `X-Request-Id` or makes one: anything else could forge log lines or headers. */
export function originMiddleware(config: Config): RequestHandler {
  const { countryHeader } = config.http;
  return (request, response, next) => {
    const given = request.get('x-request-id');
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', requestId);
    const hangUp = new HangUp(response);
    let language: 'de' | 'en' | undefined;
    const origin: RequestOrigin = {
      method: request.method,
      requestId,
      // Express walks X-Forwarded-For from the right and only through proxies that the configuration trusts.
      ip: addressOf(request),
      country: countryHeader === null ? null : countryOf(request, countryHeader),
      platformVersion: /^"([\d.]{1,32})"$/.exec(request.get('sec-ch-ua-platform-version') ?? '')?.[1] ?? null,
      userAgent: request.get('user-agent')?.slice(0, USER_AGENT_LENGTH) ?? null,
      get language() {
        // Once: an answer may have thousands of sentences, and the header thousands of languages.
        return (language ??= request.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en');
      },
      get gone() {
        return hangUp.signal;
      },
    };
    runWithOrigin(origin, next);
  };
}

/** The word of a proxy that the configuration trusts; of anyone else the header is worth nothing. */
function countryOf(request: Request, header: string): string | null {
  const isTrusted = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  if (!isTrusted(request.socket.remoteAddress, 0)) return null;
  const country = request.get(header)?.trim().toUpperCase() ?? '';
  return /^[A-Z][A-Z0-9]$/.test(country) && country !== 'XX' ? country : null;
}

/** Whether the client leaves before its answer. Few requests ask, so the signal is made for those. */
class HangUp {
  private asked: AbortController | undefined;
  private hasLeft = false;

  constructor(response: Response) {
    response.once('close', () => {
      this.hasLeft = !response.writableFinished;
      if (this.hasLeft) this.tell();
    });
  }

  get signal(): AbortSignal {
    if (this.asked === undefined) {
      this.asked = new AbortController();
      if (this.hasLeft) this.tell();
    }
    return this.asked.signal;
  }

  private tell(): void {
    this.asked?.abort(new Unavailable('The client has gone.'));
  }
}

/** Some proxies append the client's port, which would make each connection look like another client. */
function addressOf(request: Request): string | null {
  const bare = (request.ip ?? '').replace(/^\[(.+)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/, '$1$2');
  return isIP(bare) === 0 ? (request.socket.remoteAddress ?? null) : bare;
}
