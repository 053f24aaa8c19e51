import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../../platform/config/config.js';
import { cookieOf } from '../../../platform/http/cookies.js';
import { ATTEMPT_SECONDS } from '../../domain/attempt.js';

/** Ties a login to the browser that began it. */
@Injectable()
export class BrowserCookie {
  private readonly secure: boolean;
  private readonly name: string;
  private readonly path: string;

  constructor(config: Config) {
    this.secure = config.http.publicUrl.startsWith('https:');
    // The prefix keeps another host of the same site from planting the cookie of its own login; it requires the path
    // `/`.
    this.name = this.secure ? '__Host-headgate_sso' : 'headgate_sso';
    this.path = this.secure ? '/' : '/api/auth/sso';
  }

  read(request: Request): string | null {
    return cookieOf(request, this.name) ?? null;
  }

  /** Lax: the provider sends the browser back by a navigation, which has to carry it. */
  send(response: Response, token: string): void {
    response.cookie(this.name, token, {
      httpOnly: true,
      secure: this.secure,
      sameSite: 'lax',
      path: this.path,
      maxAge: ATTEMPT_SECONDS * 1000,
    });
  }
}
