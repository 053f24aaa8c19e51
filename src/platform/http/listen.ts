import { once } from 'node:events';
import type { Server } from 'node:http';
import { type Server as NetServer, createServer } from 'node:net';
import type { INestApplication } from '@nestjs/common';

/** Of a thousand connections that come at once, Node's usual 511 would leave the others to the kernel, which may reset them. */
const BACKLOG = 4096;

/** The message is for the operator, and names what they can change. */
class CannotListen extends Error {
  constructor(variable: string, host: string, port: number, cause: unknown) {
    super(`Port ${port} of ${host} ${whatToDo(variable, (cause as { code?: string }).code ?? String(cause))}`);
    this.name = 'CannotListen';
  }
}

function whatToDo(variable: string, code: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `is taken (EADDRINUSE): end the program that listens there, or set ${variable} to a free port.`;
    case 'EACCES':
      return `is not for this account (EACCES): set ${variable} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `cannot be listened on (${code}): set HOST to an address of this machine.`;
    default:
      return `cannot be listened on (${code}): check HOST and ${variable}.`;
  }
}

/**
 * Whether the port can be had, for a start that would do much before it finds out.
 * @param variable that sets it
 * @throws CannotListen
 */
export async function assertFree(variable: string, port: number, host: string): Promise<void> {
  const server = await openPort(createServer(), variable, port, host);
  server.close();
  await once(server, 'close');
}

/** @throws CannotListen */
export async function listen(app: INestApplication, port: number, host: string): Promise<Server> {
  const server = app.getHttpServer() as Server;
  limitServer(server);
  return openPort(server, 'PORT', port, host);
}

/** @throws CannotListen */
export async function openPort<S extends NetServer>(
  server: S,
  variable: string,
  port: number,
  host: string,
): Promise<S> {
  server.listen({ port, host, backlog: BACKLOG });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CannotListen(variable, host, port, error);
  }
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
