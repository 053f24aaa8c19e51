import { once } from 'node:events';
import { type Server, createServer as createHttpServer } from 'node:http';
import { type AddressInfo, type Server as NetServer, createServer } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { type ShedConnections, mostConnections } from './shed-connections.js';

/**
 * When a thousand connections come at once, Node's usual 511 would leave the others to the kernel, which may reset
 * them.
 */
const BACKLOG = 4096;

/** The message is for the operator, and names what they can change. */
class CannotListen extends Error {
  /** A machine without IPv6 has no such address. */
  readonly isWithoutAddress: boolean;

  constructor(variable: string, host: string, port: number, code: string, options: ErrorOptions) {
    super(`Port ${port} of ${host} ${whatToDo(variable, code)}`, options);
    this.name = 'CannotListen';
    this.isWithoutAddress = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code);
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
 * Whether the port is free, for a start that would do much before it finds out.
 * @param variable that sets it
 * @throws CannotListen
 */
export async function assertFree(variable: string, port: number, host: string): Promise<void> {
  const server = await openPort(createHttpServer(), variable, port, host);
  server.close();
  await once(server, 'close');
}

/** @throws CannotListen */
export async function listen(
  app: INestApplication,
  { port, host, keepAliveSeconds }: Pick<Config['http'], 'port' | 'host' | 'keepAliveSeconds'>,
  shed: ShedConnections,
): Promise<Server> {
  const server = app.getHttpServer() as Server;
  limitServer(server, mostConnections(), keepAliveSeconds);
  return openPort(server, 'PORT', port, host, shed);
}

/**
 * @param host `localhost` means both loopback addresses, because programs differ in which one they try first
 * @throws CannotListen
 */
export async function openPort(server: Server, variable: string, port: number, host: string, shed?: ShedConnections): Promise<Server> {
  await bind(server, variable, port, host === 'localhost' ? '127.0.0.1' : host);
  shed?.watch(server, variable);
  if (host !== 'localhost') return server;
  // As the other server's connections: https://nodejs.org/api/http.html#event-connection
  const beside = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  beside.maxConnections = server.maxConnections;
  try {
    await bind(beside, variable, (server.address() as AddressInfo).port, '::1');
  } catch (error) {
    if (error instanceof CannotListen && error.isWithoutAddress) return server;
    server.close();
    throw error;
  }
  shed?.watch(beside, variable);
  closeTogether(server, beside);
  return server;
}

/** Closing the server closes both listeners at once, and waits for the requests that came through either. */
function closeTogether(server: Server, beside: NetServer): void {
  const close = server.close.bind(server);
  server.close = (callback) => {
    const isClosed = beside.listening ? once(beside, 'close') : Promise.resolve();
    beside.close();
    return close((error) => void isClosed.then(() => callback?.(error)));
  };
}

async function bind<S extends NetServer>(server: S, variable: string, port: number, host: string): Promise<S> {
  server.listen({ port, host, backlog: BACKLOG });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CannotListen(variable, host, port, (error as { code?: string }).code ?? String(error), { cause: error });
  }
  return server;
}

/**
 * Slow clients may hold a connection, but not for minutes. Idle connections have to last longer than at the load balancer, which would
 * otherwise send a request on one that closes at that moment.
 */
export function limitServer(server: Server, maxConnections: number, keepAliveSeconds: number): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = keepAliveSeconds * 1000;
  server.maxConnections = maxConnections;
  // How long a connection may be silent in both directions; `oneAtATime` says what that means for a request in
  // progress.
  server.timeout = 30_000;
}
