import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpException } from '@nestjs/common';
import type { RequestHandler } from 'express';

/** How long what still arrives is discarded before the connection is cut. */
export const LINGER_MS = 5_000;

/**
 * Refuses a body by its announced length, before any of it is read: the parser by itself would first read all of it.
 * @param limit in bytes
 * @param types the content types whose body the parser reads; all when none is named
 * @returns a handler that calls `next` with HttpException 413, or the parser
 */
export function limitedBody(limit: number, parse: RequestHandler, types?: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const length = request.readableEnded ? 0 : Number(request.headers['content-length'] ?? 0);
    if (length <= limit || (types !== undefined && request.is([...types]) === false)) {
      void parse(request, response, next);
      return;
    }
    leaveUnread(request, response);
    next(new HttpException('too large', 413));
  };
}

/**
 * The answer goes out while the body still arrives. The body is discarded for a while, since cutting a connection with
 * data on its way also loses the answer (RFC 9112 section 9.6); then the connection ends.
 */
function leaveUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const cut = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
    request.once('close', () => clearTimeout(cut));
  });
}
