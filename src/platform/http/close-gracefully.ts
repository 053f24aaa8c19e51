import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { TimedDeparture } from './timed-departure.js';

/** For work that was ended to be answered, after its time. */
const LAST_ANSWERS_MS = 10_000;

export interface Farewell {
  /** For so long new requests are still taken while readiness says no: until whoever spreads them has noticed. */
  readonly graceSeconds: number;
  /** For so long requests, queries and discoveries under way may go on after that. */
  readonly drainSeconds: number;
}

/**
 * Says that this instance leaves, goes on for the time of grace, then takes no new connection and lets the work under way finish.
 * @param hurry ends the time of grace
 */
export async function closeGracefully(
  app: INestApplication,
  { graceSeconds, drainSeconds }: Farewell,
  hurry: AbortSignal,
): Promise<void> {
  const server = app.getHttpServer() as Server;
  const departure = app.get(TimedDeparture);
  departure.announce();
  if (server.listening) await sleep(graceSeconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
  departure.giveTime(drainSeconds * 1000);
  // Idle connections are cut only here: nobody sends anything down one of an instance that has long said that it leaves.
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
