import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { type RequestOrigin, runWithOrigin } from './request-context.js';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const USER_AGENT_LENGTH = 512;

/** Echoes a well-formed `X-Request-Id` or makes one: anything else could forge log lines or headers. */
export function originMiddleware(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-request-id');
  const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  const origin: RequestOrigin = {
    requestId,
    // Express walks X-Forwarded-For from the right and only through proxies that the configuration trusts.
    ip: request.ip ?? null,
    userAgent: request.get('user-agent')?.slice(0, USER_AGENT_LENGTH) ?? null,
  };
  runWithOrigin(origin, next);
}
