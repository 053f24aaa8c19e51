import type { QueryResultRow } from 'pg';
import { USUAL_DEADLINES } from '../config/database.js';
import { WatchedClient } from './watched-client.js';

/** One statement on the connection. */
export type Ask = <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Work on a connection of its own, outside any pool: for what is done once, such as on another database of the server. */
export async function onConnection<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new WatchedClient({
    connectionString: url,
    application_name: 'headgate',
    // A start asks here first: before a balancer that takes connections and says nothing it would hang without a word.
    connectionTimeoutMillis: USUAL_DEADLINES.connectMs,
    answerMs: USUAL_DEADLINES.answerMs,
  });
  // Its loss shows at the next statement; as an unhandled event it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) => {
      return (await client.query<Row>(sql, [...values])).rows;
    });
  } finally {
    await client.end();
  }
}
