import type { Engine } from '../../domain/engine.js';
import type { StatementEngine } from './statement-engine.js';

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
