import type { Client } from 'pg';
import { NotPostgresql } from '../../../../engines/catalog-reader/postgresql/faults.js';
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

/**
 * Only some roles may set it; for the others the limit of their administrator holds. A refusal inside a block does not appear as an error
 * in the server's log with each query.
 */
const TEMPORARY_FILES = `DO $$
  BEGIN
    SET temp_file_limit = '256MB';
  EXCEPTION WHEN insufficient_privilege THEN
    NULL;
  END $$`;

/** Begins a read-only transaction that stays one: after its first query the mode cannot be changed any more. */
export async function begin(client: Client, timeoutMs: number): Promise<Backend> {
  const limit = Math.max(1, Math.ceil(timeoutMs));
  const limits = {
    statement_timeout: String(limit),
    lock_timeout: String(Math.min(LOCK_MS, limit)),
    idle_in_transaction_session_timeout: String(IDLE_MS),
  };
  const local = Object.entries({ ...limits, ...SETTINGS }).map(([name, value]) => `SET LOCAL ${name} = '${value}'`);
  await client.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY');
  // A server may be without the language of the block.
  await client.query(TEMPORARY_FILES).catch(() => undefined);
  await client.query(['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', ...local].join(';'));
  const { rows } = await client.query<[string, string, string]>({
    text: OPENING,
    values: [String(limit + IDLE_MS)],
    rowMode: 'array',
  });
  const [opening] = rows;
  if (opening === undefined) throw new NotPostgresql();
  return [opening[0], opening[1]];
}

/** A superuser continues as a role that may only read all tables. */
const OPENING = `
  SELECT pg_backend_pid()::text,
    coalesce((SELECT extract(epoch FROM backend_start)::text FROM pg_stat_get_activity(pg_backend_pid())), ''),
    CASE WHEN v.num >= 110000 THEN set_config('jit', 'off', true) END,
    CASE WHEN v.num >= 140000 AND current_setting('is_superuser') = 'on'
      THEN set_config('role', 'pg_read_all_data', true) END,
    CASE WHEN v.num >= 170000 THEN set_config('transaction_timeout', $1::text, true) END
  FROM (SELECT current_setting('server_version_num')::int AS num) AS v`;
