import type { Client } from 'pg';
import type { ServerTarget } from '../target.js';
import { connect, type Connected, DISCOVERY } from './connecting.js';
import { NotPostgresql } from './faults.js';
import { type Backend, GOODBYE_MS, terminate, within } from './terminating.js';
import { cellsOf, hasHoles, MARK, patched, TAKE_ANY_BYTES } from './unreadable.js';

const CONNECT_MS = 10_000;
/** Most changes of a relation are over by then. A relation that is still locked is left out of the reading. */
const LOCK_MS = 1_000;
/** The consumer of the result may be slow, but if it has died, the transaction must not stay open for longer. */
const IDLE_MS = 60_000;
const OLDEST = 100_000;

/** One read-only transaction that sees the source as it stood at one moment. */
export class Session {
  private running = 0;
  private closed: Promise<void> | undefined;

  private constructor(
    private readonly connected: Connected,
    private readonly server: ServerTarget['server'],
    readonly version: number,
    readonly versionText: string,
    private readonly backend: Backend,
    /** What distinguishes the database from all others of all servers; `null` where the server does not show it. */
    readonly database: string | null,
    private readonly encoding: string,
  ) {}

  /** @param timeoutMs of each statement, and of the whole where the server can bound it (17 and later) */
  static async open(server: ServerTarget['server'], timeoutMs: number, stop?: AbortSignal): Promise<Session> {
    const limit = Math.max(1, Math.ceil(timeoutMs));
    const patience = Math.min(CONNECT_MS, limit);
    const connected = await connect(server, patience, stop);
    const [[version, versionText, pid, start, encoding], database] = await connected.wire.orCut(
      begin(connected.client, limit),
      patience,
      stop,
    );
    return new Session(connected, server, Number(version), versionText, [pid, start], database, encoding);
  }

  /** Statements are sent without waiting for the answer to those before; the cells are the texts of the server. */
  async rows<R extends (string | null)[]>(text: string, values: readonly (string | null)[]): Promise<R[]> {
    if (!hasHoles(this.encoding)) return this.answerTo<R>(text, values);
    const rows = await this.answerTo<[string]>(patched(text, this.encoding), values);
    return rows.map(([row]) => cellsOf(row) as R);
  }

  /** Sends a command, which has no rows. */
  async command(text: string): Promise<void> {
    await this.answerTo(text, []);
  }

  private async answerTo<R extends (string | null)[]>(text: string, values: readonly (string | null)[]): Promise<R[]> {
    this.running += 1;
    this.connected.wire.expectAnswer();
    try {
      const { rows } = await this.connected.client.query<R>({ text, values: [...values], rowMode: 'array' });
      return rows;
    } catch (error) {
      throw this.connected.wire.reasonOf(error);
    } finally {
      this.running -= 1;
    }
  }

  /** Whether no statement can name it, because what stands at the source cannot be written here. */
  isUnspeakable(name: string): boolean {
    return (this.encoding === 'SQL_ASCII' || hasHoles(this.encoding)) && name.includes(MARK);
  }

  /** Releases the locks that printing views and expressions has taken, so that no session at the source waits for us. */
  async releaseLocks(): Promise<void> {
    await this.command('ROLLBACK TO SAVEPOINT reading');
  }

  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    const { client, wire } = this.connected;
    // The server itself ends a statement whose rows it can no longer send.
    if (wire.isCut) return;
    if (this.running > 0) await terminate(this.server, DISCOVERY, this.backend);
    else await within(GOODBYE_MS, client.end());
    wire.cut();
  }
}

const SETTINGS = {
  search_path: 'pg_catalog',
  max_parallel_workers_per_gather: '0',
  // With this memory the server adds up the versions of a large catalog without files.
  work_mem: '32MB',
  // The text of printed expressions depends on these.
  standard_conforming_strings: 'on',
  quote_all_identifiers: 'off',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
};

type Opening = [version: string, versionText: string, pid: string, start: string, encoding: string];

async function begin(client: Client, limitMs: number): Promise<[Opening, string | null]> {
  const limits = {
    statement_timeout: String(limitMs),
    lock_timeout: String(Math.min(LOCK_MS, limitMs)),
    idle_in_transaction_session_timeout: String(IDLE_MS),
  };
  const settings = Object.entries({ ...limits, ...SETTINGS }).map(([name, value]) => `SET LOCAL ${name} = '${value}'`);
  const [, { rows }] = await Promise.all([
    client.query(['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', ...settings, TAKE_ANY_BYTES, 'SAVEPOINT reading'].join(';')),
    client.query<Opening>({ text: OPENING, values: [String(limitMs + IDLE_MS)], rowMode: 'array' }),
  ]);
  const [opening] = rows;
  if (opening === undefined || !(Number(opening[0]) >= OLDEST)) throw new NotPostgresql();
  if (Number(opening[0]) >= 140_000) await watchOverClient(client);
  return [opening, await databaseOf(client)];
}

const OPENING = `
  SELECT v.num::text, left(current_setting('server_version'), 100), pg_backend_pid()::text,
    coalesce((SELECT extract(epoch FROM backend_start)::text FROM pg_stat_get_activity(pg_backend_pid())), ''),
    current_setting('server_encoding'),
    CASE WHEN v.num >= 110000 THEN set_config('jit', 'off', true) END,
    CASE WHEN v.num >= 170000 THEN set_config('transaction_timeout', $1::text, true) END
  FROM (SELECT current_setting('server_version_num')::int AS num) AS v`;

/** The numbers of objects have a meaning in this database alone. Another database of the same name has another number. */
async function databaseOf(client: Client): Promise<string | null> {
  const text = `SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
    (SELECT oid FROM pg_database WHERE datname = current_database()))`;
  try {
    const { rows } = await client.query<[string]>({ text, rowMode: 'array' });
    return rows[0]?.[0] ?? null;
  } catch {
    // Some platforms do not allow clients to ask for it.
    await client.query('ROLLBACK TO SAVEPOINT reading');
    return null;
  }
}

/** Some platforms cannot watch their clients, and refuse the setting. */
async function watchOverClient(client: Client): Promise<void> {
  await client
    .query(`SET LOCAL client_connection_check_interval = '2s'; RELEASE SAVEPOINT reading; SAVEPOINT reading`)
    .catch(() => client.query('ROLLBACK TO SAVEPOINT reading'));
}
