import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError, UnsupportedMediaType } from '../../shared/domain-error.js';
import { Config } from '../config/config.js';
import { isLoopback } from '../config/environment.js';
import { say } from '../../shared/sentence.js';

class ForeignOrigin extends DomainError {
  /** @param opened the address of the page, when it is one of the service under another name */
  constructor(address: string, opened: string | null) {
    const cure = opened === null ? '' : say(' If people should use {opened}, its operator sets PUBLIC_URL to that.', { opened });
    super(
      'forbidden',
      'FOREIGN_ORIGIN',
      say('Only the pages of this service may do this. Open {address} and sign in there.{cure}', { address, cure }),
    );
  }
}

/**
 * For routes where a cookie identifies the caller. SameSite=Strict keeps the cookie back from pages of other sites;
 * this refuses those of the same site and other hosts too, with any cookies. Browsers send `Origin` with every POST, so
 * a request without it does not come from a page.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  /** @throws ForeignOrigin, UnsupportedMediaType */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    const isOwn = origin !== undefined && isOwnOrigin(origin, request, this.config);
    if (!isOwn || (site !== undefined && site !== 'same-origin')) throw new ForeignOrigin(this.config.http.pagesUrl, openedAt(request));
    // A form can be posted from anywhere without a preflight; it cannot send this type.
    if (!/^application\/json\s*(;|$)/i.test(request.get('content-type') ?? ''))
      throw new UnsupportedMediaType('Send the body as application/json in UTF-8.');
    return true;
  }
}

/** Whether a page of that origin is one of this service. */
export function isOwnOrigin(origin: string, request: Request, { http }: Config): boolean {
  if (origin === http.publicUrl || origin === new URL(http.pagesUrl).origin) return true;
  // On a person's own machine: under each of its names. A name that leads here by a trick of the DNS is not one of them.
  if (http.isOpen || !URL.canParse(origin)) return false;
  const { hostname, host } = new URL(origin);
  return isLoopback(hostname) && host === request.get('host');
}

/** The address by which a page of this service was opened, where its `Origin` and the host of its request agree. */
function openedAt(request: Request): string | null {
  const origin = request.get('origin') ?? '';
  return URL.canParse(origin) && new URL(origin).host === request.get('host') ? new URL(origin).origin : null;
}
