import type { Engine } from '../../domain/engine.js';
import type { SourceReader } from './source-reader.js';

/** Each driver is loaded in the thread that needs it, and not before. */
const READERS: Readonly<Partial<Record<Engine, () => Promise<SourceReader>>>> = {
  postgresql: async () => new (await import('./postgresql/postgresql-reader.js')).PostgresqlReader(),
  sqlite: async () => new (await import('./sqlite/sqlite-reader.js')).SqliteReader(),
  duckdb: async () => new (await import('./duckdb/duckdb-reader.js')).DuckDbReader(),
};

export function readerOf(engine: Engine): Promise<SourceReader> {
  const load = READERS[engine];
  if (load === undefined) throw new Error(engine);
  return load();
}
