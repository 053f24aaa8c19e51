import type { TypeOrmSession } from '../../../platform/database/typeorm-session.js';

/**
 * For statements over everybody of an organization. Joins of a million rows stay in memory where they fit, otherwise they are written to
 * disk and read again; workers share the reading, which the planner leaves to one of them where it takes what is rare for frequent; and
 * a machine that is busy may take longer for all that than any other statement is given.
 */
export function amply<T>(session: TypeOrmSession, work: () => Promise<T>): Promise<T> {
  return session.run(async () => {
    await session.execute(`SET LOCAL work_mem = '64MB'`);
    await session.execute('SET LOCAL parallel_tuple_cost = 0.005');
    await session.execute(`SET LOCAL statement_timeout = '300s'`);
    return work();
  });
}
