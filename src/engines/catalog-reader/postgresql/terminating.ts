import type { ServerTarget } from '../target.js';
import { connect, type Purpose } from './connecting.js';

export const GOODBYE_MS = 3_000;

/** Numbers of processes are used again; together with its start time the number identifies the process. */
export type Backend = readonly [pid: string, start: string];

/** The server may notice much later that the client is gone, so another connection tells it. Never throws. */
export async function terminate(server: ServerTarget['server'], purpose: Purpose, backend: Backend): Promise<void> {
  try {
    const { client, wire } = await connect(server, GOODBYE_MS, undefined, purpose);
    const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid = $1::int AND extract(epoch FROM backend_start)::text = $2 AND application_name = $3`;
    await within(GOODBYE_MS, client.query(text, [...backend, purpose.applicationName]));
    await within(GOODBYE_MS, client.end());
    wire.cut();
  } catch {
    // Its limits end the statement then.
  }
}

/** Whether or not it succeeds. */
export async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([
    promise.then(
      () => undefined,
      () => undefined,
    ),
    late,
  ]);
  clearTimeout(timer);
}
