import { KEEPALIVE_MS, WatchedClient } from './watched-client.js';

export interface LockSettings {
  readonly url: string;
  /** How often the connection asks whether the server is there, and how long it waits for the answer. */
  readonly aliveMs: number;
}

/** The server hears from a living process several times within this period. */
const SHORTEST_SESSION_MS = 30_000;
const BEATS_MISSED = 6;

/**
 * A connection that only holds an advisory lock, so that a crash releases it and no pool takes it away. If the crash
 * takes the network along, or a pooler in between keeps the session, the server ends it after half a minute of silence.
 * Its loss shows by the `end` event; as an unhandled `error` it would end the process.
 */
export async function openLockClient({ url, aliveMs }: LockSettings): Promise<WatchedClient> {
  const client = new WatchedClient({
    connectionString: url,
    application_name: 'headgate-lock',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    connectionTimeoutMillis: aliveMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  client.keepAsking(aliveMs);
  const sessionMs = Math.round(Math.max(SHORTEST_SESSION_MS, BEATS_MISSED * aliveMs));
  try {
    await client.query(`SET idle_session_timeout = ${sessionMs}`);
  } catch (error) {
    // Otherwise it would stay open forever, and each new attempt would leave another one.
    await client.end();
    throw error;
  }
  return client;
}
