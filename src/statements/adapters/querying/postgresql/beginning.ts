import type { Client } from 'pg';
import { NotPostgresql } from '../../../../engines/catalog-reader/postgresql/faults.js';
import { TAKE_ANY_BYTES } from '../../../../engines/catalog-reader/postgresql/unreadable.js';
import type { Backend } from '../../../../engines/catalog-reader/postgresql/terminating.js';

const LOCK_MS = 2_000;
const IDLE_MS = 10_000;

const SETTINGS = {
  // Names are sent in full; a name without a schema must not mean an object in `public`.
  search_path: 'pg_catalog',
  work_mem: '16MB',
  max_parallel_workers_per_gather: '0',
  standard_conforming_strings: 'on',
  datestyle: 'ISO, YMD',
  intervalstyle: 'iso_8601',
  timezone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
};

const READ_ONLY = 'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY';

/**
 * Only some roles may set it; for the others the limit of their administrator holds. A refusal inside a block does not appear as an error
 * in the server's log with each query.
 */
const TRY_FILES = `DO $$
  BEGIN
    SET temp_file_limit = '256MB';
  EXCEPTION WHEN insufficient_privilege THEN
    NULL;
  END $$`;

export interface Begun {
  /** The process at the server in which the session runs. */
  readonly backend: Backend;
  /** Whether the role may limit its temporary files. */
  readonly limitsFiles: boolean;
  /** Of the text in the database. */
  readonly encoding: string;
}

/** Begins a read-only transaction that stays one: after its first query the mode cannot be changed any more. */
export async function begin(client: Client, timeoutMs: number): Promise<Begun> {
  const [, , [pid, files, start, encoding]] = await together(client, () => [
    client.query(READ_ONLY),
    // A server may be without the language of the block.
    client.query(TRY_FILES).catch(() => undefined),
    opened(client, timeoutMs, { start: STARTED, isSuperuser: AT_LOGIN }),
  ]);
  return { backend: [pid, start ?? ''], limitsFiles: files === '256MB', encoding };
}

/** The same in a session whose settings were all taken back. @throws where it is another one: a pooler gives each transaction the next that is free */
export async function beginAgain(client: Client, timeoutMs: number, { backend, limitsFiles }: Begun): Promise<void> {
  const [, , [pid]] = await together(client, () => [
    // Some versions forget the role that an administrator has chosen for the account.
    client.query(`${READ_ONLY};RESET ROLE`),
    limitsFiles ? client.query(TRY_FILES) : undefined,
    opened(client, timeoutMs, { start: 'NULL', isSuperuser: NOW }),
  ]);
  if (pid !== backend[0]) throw new Error('Another session has begun.');
}

/** Takes back all that was set, opened and locked in the session. */
export async function undo(client: Client): Promise<void> {
  // The second is refused within a transaction.
  await together(client, () => [client.query('ROLLBACK'), client.query('DISCARD ALL')]);
}

/**
 * Sends several messages without waiting for the answers in between. The driver can do that only where no cursor is read, and decides it
 * anew for each message.
 */
async function together<T extends readonly unknown[]>(
  client: Client,
  send: () => readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const { stream } = client.connection;
  const sending: { pipeline: boolean } = client;
  sending.pipeline = true;
  stream.cork();
  try {
    const sent = send();
    stream.uncork();
    return await Promise.all(sent);
  } finally {
    sending.pipeline = false;
  }
}

/** All in one message. */
async function opened(client: Client, timeoutMs: number, asked: Asked): Promise<Opening> {
  const limit = Math.max(1, Math.ceil(timeoutMs));
  const limits = {
    statement_timeout: String(limit),
    lock_timeout: String(Math.min(LOCK_MS, limit)),
    idle_in_transaction_session_timeout: String(IDLE_MS),
  };
  const local = Object.entries({ ...limits, ...SETTINGS }).map(([name, value]) => `SET LOCAL ${name} = '${value}'`);
  const begin = ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', ...local, TAKE_ANY_BYTES];
  const text = [...begin, opening(limit + IDLE_MS, asked)].join(';');
  // The driver's types know a single answer only.
  const answers: unknown = await client.query({ text, rowMode: 'array' });
  const row = Array.isArray(answers) ? (answers.at(-1) as { rows: Opening[] }).rows[0] : undefined;
  if (row === undefined) throw new NotPostgresql();
  return row;
}

type Opening = readonly [pid: string, files: string, start: string | null, encoding: string];

/** Expressions: when the session began, and whether its role may do anything. */
interface Asked {
  readonly start: string;
  readonly isSuperuser: string;
}

const STARTED = `coalesce((SELECT extract(epoch FROM backend_start)::text FROM pg_stat_get_activity(pg_backend_pid())), '')`;
const AT_LOGIN = `current_setting('is_superuser') = 'on'`;
/** The setting stays as it was at the login. Where the role may not read this, each statement gets a session of its own. */
const NOW = '(SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)';

/** A superuser continues as a role that may only read all tables. */
function opening(limit: number, { start, isSuperuser }: Asked): string {
  return `SELECT pg_backend_pid()::text, current_setting('temp_file_limit', true), ${start},
    current_setting('server_encoding'),
    CASE WHEN v.num >= 110000 THEN set_config('jit', 'off', true) END,
    CASE WHEN v.num >= 140000 AND ${isSuperuser} THEN set_config('role', 'pg_read_all_data', true) END,
    CASE WHEN v.num >= 170000 THEN set_config('transaction_timeout', '${limit}', true) END
  FROM (SELECT current_setting('server_version_num')::int AS num) AS v`;
}
