import type { TypeOrmSession } from '../../../platform/database/typeorm-session.js';

/**
 * For statements over everybody of an organization. Joins of a million rows stay in memory where they fit, otherwise they are written to
 * disk and read again; and a machine that is busy may take longer for them than any other statement is given.
 */
export function amply<T>(session: TypeOrmSession, work: () => Promise<T>): Promise<T> {
  return session.run(async () => {
    await session.execute(`SET LOCAL work_mem = '64MB'`);
    await session.execute(`SET LOCAL statement_timeout = '300s'`);
    return work();
  });
}
