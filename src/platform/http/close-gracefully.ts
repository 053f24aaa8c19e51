import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { TimedDeparture } from './timed-departure.js';

/** Time to answer work that was ended. */
const LAST_ANSWERS_MS = 10_000;

const TURN_MS = 100;
/** How many in a row without a request show that whoever sends them has noticed. */
const QUIET_TURNS = 5;

export interface Farewell {
  /** How long new requests are still accepted while readiness says no, until the load balancer has noticed. */
  readonly graceSeconds: number;
  /** How long requests, queries and discoveries in progress may continue after that. */
  readonly drainSeconds: number;
}

/**
 * On a machine that has too much to do, the grace may be over before this process or the balancer got a turn: what waits at the port would
 * be reset.
 */
async function untilQuiet(departure: TimedDeparture, latest: number, hurry: AbortSignal): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < latest && !hurry.aborted;) {
    const before = departure.requests;
    await sleep(TURN_MS, undefined, { signal: hurry }).catch(() => undefined);
    quiet = departure.requests === before ? quiet + 1 : 0;
  }
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
  const over = performance.now() + drainSeconds * 1000;
  if (server.listening && graceSeconds > 0) await untilQuiet(departure, over - (drainSeconds * 1000) / 2, hurry);
  departure.giveTime(over - performance.now());
  // Idle connections are cut only here: no client sends on a connection of an instance that announced its end long ago.
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), over - performance.now() + LAST_ANSWERS_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
