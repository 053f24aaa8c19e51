import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../config/config.js';
import { cookieName, cookieOf } from './cookies.js';

const LONGEST_TOKEN = 512;

/**
 * Carries the refresh token of a page, where no script can read it and no other site can use it. Only the routes below
 * `/api/auth/browser` look at it: everywhere else, only the access token identifies the caller.
 */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly attributes;
  private readonly maxAge: number;

  constructor({ http, sessions }: Config) {
    const secure = http.publicUrl.startsWith('https:');
    this.name = cookieName('session', http.publicUrl);
    const path = secure ? '/' : '/api/auth/browser';
    this.attributes = { httpOnly: true, secure, sameSite: 'strict', path } as const;
    this.maxAge = sessions.absoluteSeconds * 1000;
  }

  read(request: Request): string | null {
    const token = cookieOf(request, this.name);
    return token === undefined || token.length > LONGEST_TOKEN ? null : token;
  }

  /** @param staysSignedIn whether it outlives the browser */
  send(response: Response, token: string, staysSignedIn: boolean): void {
    response.cookie(this.name, token, { ...this.attributes, ...(staysSignedIn && { maxAge: this.maxAge }) });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.attributes);
  }
}
