import { parentPort } from 'node:worker_threads';
import { Correspondence, Stopped } from '../../../engines/catalog-reader/correspondence.js';
import type { Order, QueryEnd, QueryTask, Report } from './query-protocol.js';
import { type ServerConnection, type ServerEngine, endOf, rowsOf } from './statement-engine.js';

/** An import by mistake would do nothing, in the wrong thread. */
if (parentPort === null) throw new Error('This file runs in threads of its own.');
const service = parentPort;

interface Kept {
  readonly connection: ServerConnection;
  readonly key: string;
  /** As all times here, of the clock of this thread. */
  readonly openedAt: number;
}

let kept: Kept | undefined;

/** Entry of the threads: one order at a time, and one connection at most. */
service.on('message', (order: Order) => void obey(order));

async function obey(order: Order): Promise<void> {
  if (order.kind === 'run') return tell(await perform(order.task));
  await close();
  if (order.kind === 'end') process.exit();
  tell(null);
}

function tell(end: QueryEnd | null): void {
  service.postMessage({ end, isKept: kept !== undefined } satisfies Report);
}

/** Each driver is loaded only in the thread that needs it. */
async function engineOf({ engine }: QueryTask['target']): Promise<ServerEngine> {
  if (engine === 'mysql') return (await import('./mysql/mysql-engine.js')).mySqlEngine;
  return (await import('./postgresql/postgresql-engine.js')).postgresqlEngine;
}

async function perform(task: QueryTask): Promise<QueryEnd> {
  const engine = await engineOf(task.target);
  const asking = new Correspondence(task.port);
  let own: Kept | undefined;
  let isOpening = false;
  let isSound = false;
  try {
    own = await keptFor(task, asking.stop);
    if (asking.stop.aborted) throw new Stopped();
    if (own === undefined) {
      isOpening = true;
      const openedAt = performance.now();
      const opening = engine.open(task.target, task.timeoutMs, asking.stop);
      const connection = await asking.unlessStopped(opening, (late) => void late.close());
      own = { connection, key: task.keeping.key, openedAt };
      isOpening = false;
    }
    const { connection } = own;
    await asking.unlessStopped(asking.mayGoOn());
    if (task.mostCost !== null && connection.price !== undefined) {
      await asking.unlessStopped(connection.price(task, task.mostCost));
      await asking.unlessStopped(asking.mayGoOn());
    }
    const end = await rowsOf(asking.unlessStopped(connection.run(task, task.maxRows)));
    isSound = true;
    return end;
  } catch (error) {
    // A connection that the task is still opening would outlive it, in a thread that others use next.
    if (error instanceof Stopped && isOpening) process.exit();
    if (error instanceof Stopped) return { kind: 'fault', fault: 'STOPPED' };
    const end = endOf(error, engine, own !== undefined);
    return end.kind === 'fault' && engine.isFull(error) ? { ...end, isFull: true } : end;
  } finally {
    // After anything but a whole answer nobody knows what is still on its way.
    const mayStay = isSound && task.keeping.isWanted && !asking.stop.aborted;
    if (own !== undefined && mayStay && (await own.connection.undone())) kept = own;
    else await own?.connection.close();
    task.port.close();
  }
}

/** @returns the connection that is kept here, if it may serve this task; it is closed otherwise */
async function keptFor({ keeping, target, timeoutMs }: QueryTask, stop: AbortSignal): Promise<Kept | undefined> {
  const found = kept;
  kept = undefined;
  if (found === undefined) return undefined;
  const { connection, key, openedAt } = found;
  const isFit =
    key === keeping.key &&
    // Those that were judged for this very statement: the name may lead elsewhere by now, and networks may be forbidden.
    target.server.addresses.includes(connection.address) &&
    performance.now() - openedAt < keeping.oldestMs &&
    connection.isAlive;
  try {
    if (isFit) {
      await connection.beginAgain(timeoutMs, stop);
      return found;
    }
  } catch {
    // The server ended it while it rested. Nothing of the statement was sent, so it can run on a new connection.
  }
  await connection.close();
  return undefined;
}

async function close(): Promise<void> {
  const found = kept;
  kept = undefined;
  await found?.connection.close();
}
