import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createConnection, type Connection, type ConnectionOptions } from 'mysql2/promise';
import type { ServerTarget } from '../../../application/ports/targets.js';
import { CannotConnect, isRefusal } from './mysql-faults.js';

/** Every value as text: of 64-bit numbers nothing is lost, and there is no type that the driver would have to know. */
export type Row = readonly (string | null)[];

const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;
/** The server's own limit comes first; this one is for a server that answers nothing at all. */
const GRACE_MS = 2_000;

/** One connection, statements one after another. */
export class MySqlSession {
  private running = 0;
  private closing: Promise<void> | null = null;

  private constructor(
    private readonly connection: Connection,
    private readonly options: ConnectionOptions,
    private readonly timeoutMs: number,
  ) {
    // Without a listener a connection that breaks between two statements would end the whole thread.
    connection.on('error', () => undefined);
  }

  /** Tries the addresses in their order; an answer of a server, such as a refused password, is final. @throws CannotConnect */
  static async connect(server: ServerTarget['server'], timeoutMs: number): Promise<MySqlSession> {
    let failure: unknown = new Error('There is no address to connect to.');
    for (const address of server.addresses) {
      const options = optionsFor(server, address, timeoutMs);
      try {
        return new MySqlSession(await createConnection(options), options, timeoutMs);
      } catch (error) {
        failure = error;
        if (isRefusal(error)) break;
      }
    }
    throw new CannotConnect(failure);
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    if (this.closing !== null) throw new Error('The connection has been closed.', { cause: 'closed' });
    this.running += 1;
    // It runs until the server says otherwise, however long somebody here waits for it.
    const statement = this.connection.query(sql, [...values]).finally(() => (this.running -= 1));
    const [rows] = await within(this.timeoutMs + GRACE_MS, statement);
    return Array.isArray(rows) ? (rows as unknown as (readonly (Buffer | null)[])[]).map(texts) : [];
  }

  /** Cancels what runs, ends the transaction and then the connection; never throws. */
  close(): Promise<void> {
    this.closing ??= this.end().finally(() => this.connection.destroy());
    return this.closing;
  }

  private async end(): Promise<void> {
    try {
      if (this.running > 0) await within(CLOSE_TIMEOUT_MS, this.cancel());
      await within(CLOSE_TIMEOUT_MS, this.connection.query('ROLLBACK'));
      await within(CLOSE_TIMEOUT_MS, this.connection.end());
    } catch {
      // What cannot be ended in an orderly way is cut off.
    }
  }

  /** The server does not notice that a client has gone while a statement of it runs. */
  private async cancel(): Promise<void> {
    const second = await createConnection(this.options);
    second.on('error', () => undefined);
    try {
      await second.query(`KILL QUERY ${Number(this.connection.threadId)}`);
    } finally {
      second.destroy();
    }
  }
}

function optionsFor(server: ServerTarget['server'], address: string, timeoutMs: number): ConnectionOptions {
  const { mode, ca } = server.tls;
  const verifies = mode === 'verify-ca' || mode === 'verify-full';
  return {
    // The name is only for the certificate: the socket goes to the address that was judged.
    host: server.name,
    port: server.port,
    stream: () => socketTo(address, server.port, server.name),
    user: server.username,
    password: server.password ?? undefined,
    database: server.database === '' ? undefined : server.database,
    connectTimeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
    ...(mode !== 'disable' && {
      ssl: { ca: ca ?? undefined, rejectUnauthorized: verifies, verifyIdentity: mode === 'verify-full' },
    }),
    charset: 'utf8mb4',
    rowsAsArray: true,
    typeCast: false,
    multipleStatements: false,
    // A hostile server may answer any statement with the request for a file of ours.
    flags: ['-LOCAL_FILES'],
    infileStreamFactory: () =>
      new Readable().destroy(Object.assign(new Error('It asked for a file.'), { fatal: true })),
    // What a server calls its columns must not become program text.
    disableEval: true,
    trace: false,
  };
}

function texts(row: readonly (Buffer | null)[]): Row {
  return row.map((value) => (value === null ? null : value.toString('utf8')));
}

function socketTo(address: string, port: number, name: string): Socket {
  const socket = connect({ host: address, port });
  socket.setNoDelay(true);
  // Of a socket without this Node.js compares the certificate with "localhost", whatever address it is connected to.
  Object.defineProperty(socket, '_host', { value: name, writable: true });
  return socket;
}

/** The driver has a limit of its own, whose clock runs on when a statement fails for another reason. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The server does not answer.', { cause: 'silent' })), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
