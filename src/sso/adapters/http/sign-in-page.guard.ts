import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../../platform/config/config.js';
import { showErrorsAt } from '../../../platform/http/error-format.js';

/** For people at a browser, in place of the errors; what the API document says of it. */
export const ERROR_PAGE = {
  status: 303,
  headers: ['Location'],
  meaning: 'It failed, and the request takes HTML: the sign-in page, with `error`, `error_description` and `request_id` in the fragment.',
} as const;

/**
 * A person whom a link or a provider sends here, although nothing is known of the login, has no address to return to.
 * They see the sign-in page, with the error behind the `#`, which no server sees. Programs get the error itself.
 */
@Injectable()
export class SignInPageGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    response.vary('Accept');
    if (http.getRequest<Request>().accepts('json', 'html') !== 'html') return true;
    showErrorsAt(response, (told, requestId) => signInPage(this.config, told, requestId));
    return true;
  }
}

/** The sign-in page that says what went wrong. */
export function signInPage({ http }: Config, { code, message }: { code: string; message: string }, requestId: string): string {
  const said = new URLSearchParams({ error: code, error_description: message, request_id: requestId });
  return `${http.pagesUrl}/signin#${said.toString()}`;
}
