import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpException } from '@nestjs/common';
import type { Logger } from 'pino';
import { answerTo, bodyOf } from './error-response.js';
import { LINGER_MS } from './limited-body.js';

/** What Node calls the faults that have a status of their own; all others are 400. */
const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Answers what cannot be read as a request in the form of every other error. Node by itself sends a bare status line and cuts the
 * connection, which loses the answer while the client still sends (RFC 9112 section 9.6).
 */
export function answerUnreadable(server: Server, logger: Logger): void {
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser complains again about each part that follows. That part is read, and that is all that is to happen with it.
    if (refused.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || isOfAnother(socket)) {
      socket.destroy(error);
      return;
    }
    refused.add(socket);
    const requestId = randomUUID();
    const answer = answerTo(new HttpException('', STATUSES[error.code ?? ''] ?? 400));
    logger.info({ request_id: requestId, status: answer.status, reason: error.code, ip: socket.remoteAddress }, 'unreadable request');
    const body = JSON.stringify(bodyOf(answer, requestId));
    socket.end(
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\n` +
        `X-Content-Type-Options: nosniff\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n${body}`,
    );
    const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(cut));
  });
}

/**
 * An answer would be taken for that of an earlier request, or end up inside it. The request that is at fault may have begun: its body is
 * malformed, or does not come.
 */
function isOfAnother({ _httpMessage: underWay }: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  return underWay?.req.complete === true || underWay?.headersSent === true;
}
