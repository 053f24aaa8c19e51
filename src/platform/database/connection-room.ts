import type { Ask } from './single-connection.js';

/** For jobs, news and locks, besides the pool of the requests. */
const BESIDE_THE_POOL = 10;
const SMALLEST_POOL = 2;

const LIMITS = `SELECT quote_ident(r.rolname) AS role, quote_ident(d.datname) AS database, r.rolsuper AS "isSuper",
    r.rolconnlimit AS "ofRole", d.datconnlimit AS "ofDatabase", current_setting('max_connections')::int AS "ofServer",
    current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int AS reserved
  FROM pg_roles r, pg_database d WHERE r.rolname = session_user AND d.datname = current_database()`;

interface Limits {
  /** Quoted, as is the database, for use in a statement. */
  readonly role: string;
  readonly database: string;
  readonly isSuper: boolean;
  /** Negative: as many as the server has. */
  readonly ofRole: number;
  readonly ofDatabase: number;
  readonly ofServer: number;
  readonly reserved: number;
}

/**
 * An instance that gets fewer connections than it opens works, until requests and jobs wait for each other's.
 * @returns for the operator: how many there are, how many are needed, and what to run; `null` if there are enough
 */
export async function shortageOfConnections(ask: Ask, poolSize: number): Promise<string | null> {
  const [limits] = await ask<Limits>(LIMITS);
  if (limits === undefined) return null;
  const needed = poolSize + BESIDE_THE_POOL;
  const [least] = limitsOf(limits, needed).toSorted((one, other) => one.allowed - other.allowed);
  if (least === undefined || least.allowed >= needed) return null;
  const fitting = least.allowed - BESIDE_THE_POOL;
  const smaller = fitting >= SMALLEST_POOL ? `, or set DATABASE_POOL_SIZE to ${fitting} or less` : '';
  return (
    `${least.who} allows ${least.allowed} connections, and this instance opens up to ${needed}: ${poolSize} for requests ` +
    `(DATABASE_POOL_SIZE) and ${BESIDE_THE_POOL} for jobs and locks. ${least.remedy}${smaller}.`
  );
}

function limitsOf(limits: Limits, needed: number): readonly { allowed: number; who: string; remedy: string }[] {
  const { role, database, isSuper, ofRole, ofDatabase, ofServer, reserved } = limits;
  const all = [
    { allowed: isSuper ? ofServer : ofServer - reserved, who: 'The server', remedy: 'Raise its max_connections' },
    // PostgreSQL holds no superuser to the other two.
    { allowed: isSuper ? -1 : ofRole, who: `The role ${role}`, remedy: `Run: ALTER ROLE ${role} CONNECTION LIMIT ${needed}` },
    {
      allowed: isSuper ? -1 : ofDatabase,
      who: `The database ${database}`,
      remedy: `Run: ALTER DATABASE ${database} CONNECTION LIMIT ${needed}`,
    },
  ];
  return all.filter(({ allowed }) => allowed >= 0);
}
