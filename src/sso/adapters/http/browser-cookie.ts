import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { Config } from '../../../platform/config/config.js';
import { cookieName, cookieOf } from '../../../platform/http/cookies.js';
import { ATTEMPT_SECONDS } from '../../domain/attempt.js';

/** A provider that ignores requests sends the browser back at once; a person who gave up there comes again later. */
const ROUND_SECONDS = 20;

/** Ties a login to the browser that began it. */
@Injectable()
export class BrowserCookie {
  private readonly secure: boolean;
  private readonly name: string;
  private readonly roundName: string;
  private readonly path: string;

  constructor(config: Config) {
    this.secure = config.http.publicUrl.startsWith('https:');
    this.name = cookieName('sso', config.http.publicUrl);
    this.roundName = `${this.name}_round`;
    this.path = this.secure ? '/' : '/api/auth/sso';
  }

  read(request: Request): string | null {
    return cookieOf(request, this.name) ?? null;
  }

  /** Whether this browser was sent to a beginning by the same way a moment ago; from now on it was. */
  isRoundAgain(request: Request, response: Response): boolean {
    const was = cookieOf(request, this.roundName) !== undefined;
    if (was) this.endRound(response);
    else response.cookie(this.roundName, '1', { ...this.options(), maxAge: ROUND_SECONDS * 1000 });
    return was;
  }

  endRound(response: Response): void {
    response.clearCookie(this.roundName, this.options());
  }

  /** Lax: the provider sends the browser back by a navigation, which has to carry it. */
  send(response: Response, token: string): void {
    response.cookie(this.name, token, { ...this.options(), maxAge: ATTEMPT_SECONDS * 1000 });
  }

  private options(): CookieOptions {
    return { httpOnly: true, secure: this.secure, sameSite: 'lax', path: this.path };
  }
}
