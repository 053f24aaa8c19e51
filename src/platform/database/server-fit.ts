import type { Ask } from './single-connection.js';

/** NULLS NOT DISTINCT and MERGE came with it. */
const OLDEST_MAJOR = 15;

/** The message is for the operator: why this server or database will not do, and what to do. */
class ServerUnfit extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ServerUnfit';
  }
}

const SERVER = `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('server_version') AS version,
    pg_encoding_to_char(encoding) AS encoding, datname AS database, pg_is_in_recovery() AS "isStandby",
    current_setting('transaction_read_only') = 'on' AS "isReadOnly"
  FROM pg_database WHERE datname = current_database()`;

interface Server {
  readonly major: number;
  readonly version: string;
  readonly encoding: string;
  readonly database: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

/** Asked before any table is made, because a migration that fails leaves those before it. @throws ServerUnfit */
export async function assertServerFits(ask: Ask): Promise<void> {
  const [server] = await ask<Server>(SERVER);
  const problem = server === undefined ? null : problemOf(server);
  if (problem !== null) throw new ServerUnfit(problem);
}

function problemOf({ major, version, encoding, database, isStandby, isReadOnly }: Server): string | null {
  if (major < OLDEST_MAJOR)
    return `The server is PostgreSQL ${version}. Headgate needs ${OLDEST_MAJOR} or newer: upgrade it, or name another server.`;
  if (encoding !== 'UTF8')
    return `The database ${database} keeps text in ${encoding}. Headgate needs UTF8: make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`;
  if (isStandby)
    return 'The server is a standby, which only reads. Name the primary in DATABASE_URL, and standbys in DATABASE_REPLICA_URLS.';
  if (isReadOnly)
    return `Transactions of the database ${database} only read. Take back default_transaction_read_only of the server, the database or the role.`;
  return null;
}
