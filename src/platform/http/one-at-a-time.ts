import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** Far more than any client that reads its answers has on the way. */
const LONGEST_LINE = 100;

/**
 * On one connection, one request is handled at a time, as its answers go out in that order anyway (RFC 9112 section
 * 9.3.2): the next one begins when the previous answer has been read, and after everything else that waits for the
 * event loop. Node by itself would hand over everything that a client sends, and keep every answer for a client that
 * reads none. A connection on which too many requests wait is closed; clients have to expect that for requests that
 * they sent ahead.
 */
export function oneAtATime(): RequestHandler {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return ({ socket }, response, next) => {
    const begin = (): void => {
      // Work may take its time; a client that has read nothing of an answer for as long as the server waits is dropped.
      response.on('timeout', () => socket.writableLength > 0 && socket.destroy());
      response.once('close', () => setImmediate(follow));
      next();
    };
    const follow = (): void => {
      const following = lines.get(socket)?.shift();
      // No answer goes out after one that ends its connection, so nothing more is done for it.
      if (following === undefined || !socket.writable) lines.delete(socket);
      else following();
    };
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, []);
      begin();
    } else if (line.length < LONGEST_LINE) line.push(begin);
    else socket.destroy();
  };
}
