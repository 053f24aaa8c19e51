import { isMainThread } from 'node:worker_threads';
import { EngineUnavailable } from '../../domain/data-source.errors.js';
import { Correspondence, Stopped } from '../introspection/correspondence.js';
import type { QueryEnd, QueryTask } from './query-protocol.js';
import { type OpenConnection, type StatementEngine, StatementRefused } from './statement-engine.js';
import type { Engine } from '../../domain/engine.js';

/** Each driver is loaded in the thread that needs it, and not before. */
const ENGINES: Readonly<Record<Engine, () => Promise<StatementEngine>>> = {
  postgresql: async () => (await import('./postgresql/postgresql-engine.js')).postgresqlEngine,
  mysql: async () => (await import('./mysql/mysql-engine.js')).mySqlEngine,
  sqlite: async () => (await import('./sqlite/sqlite-engine.js')).sqliteEngine,
  duckdb: async () => (await import('./duckdb/duckdb-engine.js')).duckDbEngine,
};

export function engineOf(engine: Engine): Promise<StatementEngine> {
  return ENGINES[engine]();
}

const TOO_LARGE = 'One part of the result is too large to be read.';

/** Entry of the threads: one statement at a time, one connection a statement. */
export default async function perform(task: QueryTask): Promise<QueryEnd> {
  const engine = await engineOf(task.target.engine);
  const service = new Correspondence(task.port);
  let connection: OpenConnection | undefined;
  try {
    const opening = engine.open(task.target, task.timeoutMs, service.stop);
    connection = await service.unlessStopped(opening, (late) => void late.close());
    const began = performance.now();
    const taken = await service.unlessStopped(connection.run(task.statement, task.maxRows));
    return { kind: 'rows', result: { ...taken, durationMs: Math.round(performance.now() - began) } };
  } catch (error) {
    // What it was about to open would outlive the task, in a thread that others use next.
    if (error instanceof Stopped && connection === undefined) process.exit();
    return endBy(error, engine, connection !== undefined);
  } finally {
    await connection?.close();
    task.port.close();
  }
}

function endBy(error: unknown, engine: StatementEngine, isOpen: boolean): QueryEnd {
  if (error instanceof Stopped) return { kind: 'fault', fault: 'STOPPED' };
  if (error instanceof StatementRefused) return { kind: 'refused', reason: error.reason };
  if (error instanceof EngineUnavailable) return { kind: 'fault', fault: 'ENGINE_UNAVAILABLE' };
  const fault = engine.faultOf(error);
  // Before, it is the server that talks too much; afterwards it is what was asked for.
  if (fault === 'TOO_LARGE' && isOpen) return { kind: 'refused', reason: TOO_LARGE };
  if (fault !== undefined) return { kind: 'fault', fault };
  return { kind: 'unknown', stack: error instanceof Error ? (error.stack ?? error.message) : 'no error' };
}

// Imported by mistake it would do nothing, in the wrong thread.
if (isMainThread) throw new Error('This file runs in threads of its own.');
