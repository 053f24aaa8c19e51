import type { Engine } from '../../domain/engine.js';
import type { SourceReader } from './source-reader.js';

/** Each driver is loaded in the thread that needs it, and not before. */
const READERS: Readonly<Record<Engine, () => Promise<SourceReader>>> = {
  postgresql: async () => new (await import('./postgresql/postgresql-reader.js')).PostgresqlReader(),
  mysql: async () => (await import('./mysql/mysql-reader.js')).mySqlReader,
  sqlite: async () => new (await import('./sqlite/sqlite-reader.js')).SqliteReader(),
  duckdb: async () => new (await import('./duckdb/duckdb-reader.js')).DuckDbReader(),
};

export function readerOf(engine: Engine): Promise<SourceReader> {
  return READERS[engine]();
}
