import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { TimedDeparture } from './timed-departure.js';

/** Time to answer work that was ended. */
const LAST_ANSWERS_MS = 10_000;

export interface Farewell {
  /** How long new requests are still accepted while readiness says no, until the load balancer has noticed. */
  readonly graceSeconds: number;
  /** How long requests, queries and discoveries in progress may continue after that. */
  readonly drainSeconds: number;
}

/**
 * Announces that this instance leaves, continues for the grace period, then accepts no new connection and lets the work
 * in progress finish.
 * @param hurry ends the grace period
 */
export async function closeGracefully(app: INestApplication, { graceSeconds, drainSeconds }: Farewell, hurry: AbortSignal): Promise<void> {
  const server = app.getHttpServer() as Server;
  const departure = app.get(TimedDeparture);
  departure.announce();
  if (server.listening) await sleep(graceSeconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
  departure.giveTime(drainSeconds * 1000);
  // Idle connections are cut only here: no client sends on a connection of an instance that announced its end long ago.
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), drainSeconds * 1000 + LAST_ANSWERS_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
