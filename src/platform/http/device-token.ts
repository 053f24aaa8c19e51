import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../config/config.js';
import { cookieName, cookieOf } from './cookies.js';

const HEADER = 'X-Device-Token';
/** Browsers cut cookies to 400 days; how long trust lasts is decided elsewhere. */
const COOKIE_MAX_AGE_MS = 400 * 86_400_000;

/** What a request reveals about the browser or client that it comes from. */
export interface PresentedDevice {
  readonly token: string | null;
  /**
   * Browsers send `Sec-Fetch-Site` and scripts cannot forge it: such a client keeps cookies and must not see the token.
   */
  readonly isBrowser: boolean;
}

/**
 * Carries the device token between client and server: as a cookie that no script can read, or as a header for clients
 * without a cookie jar. It is never in a body or a URL.
 */
@Injectable()
export class DeviceTokenCarrier {
  private readonly secure: boolean;
  private readonly cookie: string;

  constructor(config: Config) {
    this.secure = config.http.publicUrl.startsWith('https:');
    this.cookie = cookieName('device', config.http.publicUrl);
  }

  read(request: Request): PresentedDevice {
    const token = this.cookieOf(request) ?? request.get(HEADER) ?? null;
    return { token, isBrowser: isBrowser(request) };
  }

  /** The same way the old one came; to a client that sent none, as a cookie, and readable only when the client is not a browser. */
  send(request: Request, response: Response, token: string | null): void {
    if (token === null) return;
    const hadCookie = this.cookieOf(request) !== undefined;
    const hadHeader = request.get(HEADER) !== undefined;
    if (hadCookie || !hadHeader) {
      response.cookie(this.cookie, token, {
        httpOnly: true,
        secure: this.secure,
        sameSite: 'lax',
        path: '/',
        maxAge: COOKIE_MAX_AGE_MS,
      });
    }
    if (!hadCookie && !isBrowser(request)) response.setHeader(HEADER, token);
  }

  cookieOf(request: Request): string | undefined {
    return cookieOf(request, this.cookie);
  }
}

function isBrowser(request: Request): boolean {
  return request.get('sec-fetch-site') !== undefined;
}
