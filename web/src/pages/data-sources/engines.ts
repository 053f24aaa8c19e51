import type { Read } from '../../session/read';

export type Source = Read<'/api/v1/data-sources/{data_source_id}'>['data_source'];

export type Engine = Source['engine'];

/** Names of products are the same in every language. */
export const ENGINES: Readonly<Record<Engine, string>> = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL / MariaDB',
  sqlite: 'SQLite',
  duckdb: 'DuckDB',
};

export const isFile = (engine: Engine): boolean => engine === 'sqlite' || engine === 'duckdb';
