import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';

const LONGEST_MS = 25_000;

/** Takes no new connection, lets the requests under way finish, and cuts what is still open after a while. */
export async function closeGracefully(app: INestApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  // A kept-alive connection counts as open until its client leaves, although nothing happens on it.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), LONGEST_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
