import { Client } from 'pg';

/**
 * A connection that does nothing but hold an advisory lock, so that a crash releases it and no pool takes it away.
 * Its loss shows at the next statement, or by the `end` event; as an unhandled `error` it would end the process.
 */
export function lockClient(url: string): Client {
  const client = new Client({ connectionString: url, application_name: 'headgate-lock', keepAlive: true });
  client.on('error', () => undefined);
  return client;
}
