import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** Far more than any client has on the way whose answers are taken. */
const LONGEST_LINE = 100;

/**
 * Of one connection one request is handled at a time, as its answers go out in that order anyway (RFC 9112 section 9.3.2): the next
 * one begins when the answer before it has been taken, and after everything else that waits for the event loop. Node by itself
 * would hand over all that a client sends, and keep every answer for a client that reads none. A connection on which too many wait
 * is closed; clients have to expect that of requests that they sent ahead.
 */
export function oneAtATime(): RequestHandler {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return ({ socket }, response, next) => {
    const begin = (): void => {
      // Work may take its time; whoever has taken nothing of an answer for as long as the server waits is left.
      response.on('timeout', () => socket.writableLength > 0 && socket.destroy());
      response.once('close', () => setImmediate(follow));
      next();
    };
    const follow = (): void => {
      const following = lines.get(socket)?.shift();
      // After an answer that ends its connection no other goes out, so nothing more is done for it.
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
