import type { Server } from 'node:http';

/**
 * Slow clients may hold a connection, but not for minutes. Idle connections live longer than at most load balancers (60 s),
 * which would otherwise send a request down one that closes at that moment.
 */
export function limitServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = 10_000;
}
