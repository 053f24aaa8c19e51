import type { FieldPacket } from 'mysql2';
import type { ServerTarget } from '../target.js';
import { MOST_ADDRESSES } from '../wire.js';
import { type Connected, connectTo } from './connecting.js';
import { CannotConnect, isRefusal } from './mysql-faults.js';

/** Every value as text: 64-bit numbers lose nothing, and the driver need not know any type. */
export type Row = readonly (string | null)[];

/** @returns whether it wants more */
type TakeRow = (row: readonly (Buffer | null)[]) => boolean;

const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;
/** The server's own limit comes first; this one is for a server that no longer answers. */
const GRACE_MS = 2_000;

/** One connection, on which statements run one after another. */
export class MySqlSession {
  private running = 0;
  private closing: Promise<void> | null = null;

  private constructor(
    private readonly connected: Connected,
    private readonly connectAgain: () => Promise<Connected>,
    private timeoutMs: number,
  ) {}

  /** Tries the addresses in their order; an answer of a server, such as a refused password, is final. @throws CannotConnect */
  static async connect(server: ServerTarget['server'], timeoutMs: number, stop?: AbortSignal): Promise<MySqlSession> {
    let failure: unknown = new Error('There is no address to connect to.');
    for (const address of server.addresses.slice(0, MOST_ADDRESSES)) {
      if (stop?.aborted === true) break;
      try {
        const connected = await connectTo(address, server, Math.min(timeoutMs, CONNECT_TIMEOUT_MS), stop);
        return new MySqlSession(connected, () => connectTo(address, server, CLOSE_TIMEOUT_MS), timeoutMs);
      } catch (error) {
        failure = error;
        if (isRefusal(error)) break;
      }
    }
    throw new CannotConnect(failure);
  }

  /** From now on. @param timeoutMs of each statement */
  limit(timeoutMs: number): void {
    this.timeoutMs = timeoutMs;
  }

  get address(): string {
    return this.connected.address;
  }

  get isAlive(): boolean {
    return this.closing === null && !this.connected.wire.isCut;
  }

  /** Closes the connection when the first work on it fails, takes too long, or is given up. */
  orCut<T>(work: Promise<T>, stop: AbortSignal | undefined, mostMs = CONNECT_TIMEOUT_MS): Promise<T> {
    return this.connected.wire.orCut(work, Math.min(this.timeoutMs + GRACE_MS, mostMs), stop);
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    if (this.closing !== null) throw new Error('The connection has been closed.', { cause: 'closed' });
    const { connection, wire } = this.connected;
    this.running += 1;
    wire.expectAnswer();
    // The statement runs on until the server ends it, although its caller no longer waits.
    const statement = connection.query(sql, [...values]).finally(() => (this.running -= 1));
    try {
      const [rows] = await within(this.timeoutMs + GRACE_MS, statement);
      return Array.isArray(rows) ? (rows as unknown as (readonly (Buffer | null)[])[]).map(texts) : [];
    } catch (error) {
      throw wire.reasonOf(error);
    }
  }

  /** In hexadecimal digits, as bytes. They are parameters, so that no statement holds them. */
  async setVariables(variables: readonly (readonly [name: string, value: unknown])[]): Promise<void> {
    if (variables.length === 0) return;
    const { connection, wire } = this.connected;
    const text = `SET ${variables.map(([name]) => `@${name} = UNHEX(?)`).join(', ')}`;
    this.running += 1;
    wire.expectAnswer();
    const setting = connection
      .execute(
        text,
        variables.map(([, value]) => String(value)),
      )
      .finally(() => (this.running -= 1));
    try {
      await within(this.timeoutMs + GRACE_MS, setting);
    } catch (error) {
      throw wire.reasonOf(error);
    }
  }

  /** Lets the server prepare the statement, which runs nothing and refuses several statements. @returns the number of columns */
  async columnsOf(sql: string): Promise<number> {
    const { base, wire } = this.connected;
    this.running += 1;
    wire.expectAnswer();
    const prepared = new Promise<number>((resolve, reject) => {
      base.prepare(sql, (error, statement) => {
        this.running -= 1;
        if (error !== null) return reject(error);
        const { columns } = statement as unknown as { readonly columns: readonly unknown[] };
        statement.close();
        resolve(columns.length);
      });
    });
    try {
      return await within(this.timeoutMs + GRACE_MS, prepared);
    } catch (error) {
      throw wire.reasonOf(error);
    }
  }

  /**
   * Takes rows as they come, until the receiver stops. The end of the session then ends the statement.
   * @param begin gets the columns (none for a statement without rows) and returns the function that takes each row
   */
  async each(sql: string, begin: (fields: readonly FieldPacket[]) => TakeRow): Promise<void> {
    const { base, wire } = this.connected;
    this.running += 1;
    wire.expectAnswer();
    const taken = new Promise<void>((resolve, reject) => {
      let take: TakeRow | undefined;
      const statement = base.query(sql);
      const attempt = (step: () => void): void => {
        try {
          step();
        } catch (error) {
          reject(error instanceof Error ? error : new Error('It failed.', { cause: error }));
        }
      };
      statement.on('fields', (fields: readonly FieldPacket[] | undefined) => attempt(() => (take = begin(fields ?? []))));
      statement.on('result', (row: readonly (Buffer | null)[]) =>
        attempt(() => {
          // To a statement without rows a server answers with a header instead.
          if (!Array.isArray(row) || take?.(row) === false) resolve();
        }),
      );
      statement.on('error', reject);
      statement.once('end', () => resolve());
      for (const ending of ['end', 'error']) statement.once(ending, () => (this.running -= 1));
    });
    try {
      await within(this.timeoutMs + GRACE_MS, taken);
    } catch (error) {
      throw wire.reasonOf(error);
    }
  }

  /**
   * Logs in anew on the same connection: that ends the transaction, and takes back tables, locks, variables, prepared statements and
   * database, but not the role on MariaDB. @returns whether it did; else it has to be closed
   */
  async renew(): Promise<boolean> {
    const { connection, wire } = this.connected;
    if (this.running > 0 || !this.isAlive) return false;
    wire.expectAnswer();
    try {
      await within(CLOSE_TIMEOUT_MS, connection.changeUser({}));
      wire.rest();
      return this.isAlive;
    } catch {
      return false;
    }
  }

  /** Cancels what runs, ends the transaction and then the connection; never throws. */
  close(): Promise<void> {
    this.closing ??= this.end().finally(() => this.connected.wire.cut());
    return this.closing;
  }

  private async end(): Promise<void> {
    const { connection, wire } = this.connected;
    // The server itself ends a statement whose rows it can no longer send.
    if (wire.isCut) return;
    try {
      if (this.running > 0) await this.cancel();
      await within(CLOSE_TIMEOUT_MS, connection.query('ROLLBACK'));
      await within(CLOSE_TIMEOUT_MS, connection.end());
      // Until then it counts among those that the account may have.
      await within(CLOSE_TIMEOUT_MS, wire.closed);
    } catch {
      // If the session does not end in an orderly way, it is cut off.
    }
  }

  /** The server does not notice that a client is gone while its statement runs. */
  private async cancel(): Promise<void> {
    const { connection, wire } = await this.connectAgain();
    const { threadId } = this.connected.connection;
    await wire.orCut(connection.query(`KILL QUERY ${Number(threadId)}`), CLOSE_TIMEOUT_MS, undefined);
    wire.cut();
  }
}

function texts(row: readonly (Buffer | null)[]): Row {
  return row.map((value) => (value === null ? null : value.toString('utf8')));
}

/** The driver has a limit of its own, but its timer runs on when a statement fails for another reason. */
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
