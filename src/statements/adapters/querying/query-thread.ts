import { isMainThread } from 'node:worker_threads';
import { Correspondence, Stopped } from '../../../engines/catalog-reader/correspondence.js';
import type { QueryEnd, QueryTask } from './query-protocol.js';
import { type OpenConnection, type StatementEngine, endOf, rowsOf } from './statement-engine.js';

/** Each driver is loaded only in the thread that needs it. */
async function engineOf({ engine }: QueryTask['target']): Promise<StatementEngine> {
  if (engine === 'mysql') return (await import('./mysql/mysql-engine.js')).mySqlEngine;
  return (await import('./postgresql/postgresql-engine.js')).postgresqlEngine;
}

/** Entry of the threads: one statement at a server at a time, one connection a statement. */
export default async function perform(task: QueryTask): Promise<QueryEnd> {
  const engine = await engineOf(task.target);
  const service = new Correspondence(task.port);
  let connection: OpenConnection | undefined;
  try {
    const opening = engine.open(task.target, task.timeoutMs, service.stop);
    connection = await service.unlessStopped(opening, (late) => void late.close());
    await service.unlessStopped(service.mayGoOn());
    if (task.mostCost !== null && connection.price !== undefined) {
      await service.unlessStopped(connection.price(task, task.mostCost));
      await service.unlessStopped(service.mayGoOn());
    }
    return await rowsOf(service.unlessStopped(connection.run(task, task.maxRows)));
  } catch (error) {
    // A connection that the task is still opening would outlive it, in a thread that others use next.
    if (error instanceof Stopped && connection === undefined) process.exit();
    if (error instanceof Stopped) return { kind: 'fault', fault: 'STOPPED' };
    return endOf(error, engine, connection !== undefined);
  } finally {
    await connection?.close();
    task.port.close();
  }
}

// An import by mistake would do nothing, in the wrong thread.
if (isMainThread) throw new Error('This file runs in threads of its own.');
