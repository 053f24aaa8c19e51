import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isLoopback } from '../../platform/config/environment.js';
import { Forbidden } from '../../shared/domain-error.js';

/** With these headers a proxy or tunnel names the client, who is then not at this machine. */
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * The pages of the demo need no login: their readers find the passwords of its accounts in the README, and the service listens on
 * loopback alone. What must be kept out are pages of others in a browser of this machine: under a name of their own that leads here
 * (DNS rebinding), or from an origin of their own.
 */
@Injectable()
export class LocalRequestGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<Request>();
    const { host = '', origin } = request.headers;
    const site = request.get('sec-fetch-site') ?? 'none';
    const isOwn = isHere(`http://${host}`, request.socket.localPort);
    const isFromHere = origin === undefined || origin === `http://${host}`;
    const isPassedOn = PROXIED.some((name) => request.get(name) !== undefined);
    if (isOwn && isFromHere && !isPassedOn && ['none', 'same-origin'].includes(site)) return true;
    throw new Forbidden('The demo answers this machine alone. Open it at the address that the service prints at its start.');
  }
}

function isHere(address: string, port: number | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return isLoopback(url.hostname) && (url.port || '80') === String(port);
}
