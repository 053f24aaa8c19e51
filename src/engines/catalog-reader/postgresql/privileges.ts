import type { Session } from './session.js';
import { OF_USER } from './statements.js';

/** Finds a superuser, a role that can become one, or a table that may be written. */
const MAY_WRITE = `
  SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper)
    OR EXISTS (
      SELECT FROM pg_roles WHERE pg_has_role(current_user, oid, 'USAGE') AND rolname IN ('pg_write_all_data',
        'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend'))
    OR EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND ${OF_USER('n.nspname')}
        AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))`;

/** Whether the role that connects may do more than read. If so, the source does not prevent writes. */
export async function mayWrite(session: Session): Promise<boolean> {
  const [row] = await session.rows<[string]>(MAY_WRITE, []);
  return row?.[0] === 't';
}
