import { eventually } from '../platform/fixtures/eventually.js';
import type { TestApp } from './test-app.js';

/**
 * Keeps the account locked until ten of the requests wait for it, so that they have all looked before one of them acts: merely
 * sent at once they would be served one after another as long as the pool has few connections.
 */
export async function whileHeld<T>(app: TestApp, username: string, send: () => Promise<T>[]): Promise<T[]> {
  const runner = app.dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('SELECT 1 FROM users WHERE username = $1 FOR UPDATE', [username]);
    const sent = Promise.all(send());
    await eventually('ten requests wait for the account', async () => {
      // A transaction would go on seeing what it saw first.
      await runner.query('SELECT pg_stat_clear_snapshot()');
      const [{ waiting }] = await runner.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting >= 10;
    });
    await runner.commitTransaction();
    return await sent;
  } finally {
    await runner.release();
  }
}
