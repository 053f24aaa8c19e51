import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type Connection as BaseConnection, createConnection, type ConnectionOptions } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import type { ServerTarget } from '../target.js';
import { Wire } from '../wire.js';

export interface Connected {
  readonly connection: Connection;
  /** The same, for results that are read row by row. */
  readonly base: BaseConnection;
  readonly wire: Wire;
  readonly address: string;
}

/** Logs in within the time (milliseconds), or leaves nothing behind. */
export async function connectTo(
  address: string,
  server: ServerTarget['server'],
  timeoutMs: number,
  stop?: AbortSignal,
): Promise<Connected> {
  const socket = socketTo(address, server.port, server.name);
  const wire = new Wire(socket);
  const connection = createConnection(optionsFor(server, socket));
  const loggedIn = new Promise((resolve, reject) => {
    connection.once('connect', resolve);
    // For good: without a listener a connection that breaks between two statements would end the whole thread.
    connection.on('error', reject);
  });
  await wire.orCut(loggedIn, timeoutMs, stop);
  return { connection: connection.promise(), base: connection, wire, address };
}

function optionsFor(server: ServerTarget['server'], stream: Socket): ConnectionOptions {
  const { mode, ca } = server.tls;
  const verifies = mode === 'verify-ca' || mode === 'verify-full';
  return {
    // The name is only for the certificate: the socket goes to the address that was judged.
    host: server.name,
    port: server.port,
    stream,
    user: server.username,
    password: server.password ?? undefined,
    database: server.database === '' ? undefined : server.database,
    // The wire keeps the time, because it also closes the socket.
    connectTimeout: 0,
    ...(mode !== 'disable' && {
      ssl: { ca: ca ?? undefined, rejectUnauthorized: verifies, verifyIdentity: mode === 'verify-full' },
    }),
    charset: 'utf8mb4',
    rowsAsArray: true,
    typeCast: false,
    multipleStatements: false,
    // A hostile server may answer any statement with a request for a file of this machine.
    flags: ['-LOCAL_FILES'],
    infileStreamFactory: () => new Readable().destroy(Object.assign(new Error('It asked for a file.'), { fatal: true })),
    // Names of columns come from the server and must not become program text.
    disableEval: true,
    trace: false,
  };
}

function socketTo(address: string, port: number, name: string): Socket {
  const socket = connect({ host: address, port });
  socket.setNoDelay(true);
  // Without this, Node.js compares the certificate with "localhost", not with the address of the socket.
  Object.defineProperty(socket, '_host', { value: name, writable: true });
  return socket;
}
