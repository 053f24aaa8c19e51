import { once } from 'node:events';
import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';

/** Of a thousand connections that come at once, Node's usual 511 would leave the others to the kernel, which may reset them. */
const BACKLOG = 4096;

/** @throws the error of the system, for example EADDRINUSE */
export async function listen(app: INestApplication, port: number, host: string): Promise<Server> {
  const server = app.getHttpServer() as Server;
  limitServer(server);
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  return server;
}

/**
 * Slow clients may hold a connection, but not for minutes. Idle connections live longer than at most load balancers (60 s),
 * which would otherwise send a request down one that closes at that moment.
 */
export function limitServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = 10_000;
  // So long nothing may go either way; what that means for a request that is worked on, `oneAtATime` says.
  server.timeout = 30_000;
}
