import { answerParent } from '../../../platform/threads/parent-channel.js';
import { type FileTask, LARGEST_END, type QueryEnd } from './query-protocol.js';
import { type OpenConnection, type StatementEngine, TOO_MUCH, endOf, rowsOf } from './statement-engine.js';

/** To end it, end the process. */
const NEVER = new AbortController().signal;

/** A process that runs statements at files, one at a time, for the one that started it, and does not outlive it. */
answerParent(perform, LARGEST_END, TOO_MUCH);

/** Each driver is loaded only when it is needed. */
async function engineOf({ engine }: FileTask['target']): Promise<StatementEngine> {
  if (engine === 'duckdb') return (await import('./duckdb/duckdb-engine.js')).duckDbEngine;
  return (await import('./sqlite/sqlite-engine.js')).sqliteEngine;
}

async function perform({ target, maxRows, timeoutMs, ...query }: FileTask): Promise<QueryEnd> {
  const engine = await engineOf(target);
  let connection: OpenConnection | undefined;
  try {
    connection = await engine.open(target, timeoutMs, NEVER);
    return await rowsOf(connection.run(query, maxRows));
  } catch (error) {
    return endOf(error, engine, connection !== undefined);
  } finally {
    await connection?.close();
  }
}
