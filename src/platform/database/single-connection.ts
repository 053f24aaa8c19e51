import type { QueryResultRow } from 'pg';
import { USUAL_DEADLINES } from '../config/database.js';
import { WatchedClient } from './watched-client.js';

/** One statement on the connection. */
export type Ask = <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Work on its own connection, outside any pool: for one-time work, such as on another database of the server. */
export async function onConnection<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new WatchedClient({
    connectionString: url,
    application_name: 'headgate',
    // A start connects here first: with a balancer that accepts connections and stays silent, it would otherwise hang
    // without a message.
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
