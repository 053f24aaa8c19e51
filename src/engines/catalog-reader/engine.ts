export const ENGINES = ['postgresql', 'mysql', 'sqlite', 'duckdb'] as const;

/** `mysql` includes MariaDB. */
export type Engine = (typeof ENGINES)[number];

/** What an engine can report about a schema. It tells clients that SQLite has no comments, and that the result has no gap there. */
export interface Capabilities {
  /** Whether a database can have several named schemas; otherwise it has one. */
  readonly schemas: boolean;
  readonly comments: boolean;
  readonly enums: boolean;
  readonly domains: boolean;
  readonly checks: boolean;
  readonly foreignTables: boolean;
  readonly materializedViews: boolean;
  readonly partitions: boolean;
  /** Whether the role that connects can be denied single columns. */
  readonly columnPrivileges: boolean;
  readonly rowEstimates: boolean;
}

const NOTHING: Capabilities = {
  schemas: false,
  comments: false,
  enums: false,
  domains: false,
  checks: false,
  foreignTables: false,
  materializedViews: false,
  partitions: false,
  columnPrivileges: false,
  rowEstimates: false,
};

export const CAPABILITIES: Readonly<Record<Engine, Capabilities>> = {
  postgresql: {
    schemas: true,
    comments: true,
    enums: true,
    domains: true,
    checks: true,
    foreignTables: true,
    materializedViews: true,
    partitions: true,
    columnPrivileges: true,
    rowEstimates: true,
  },
  // A partition of MySQL is not a separate table, and `information_schema` shows only what the role may see.
  mysql: {
    ...NOTHING,
    schemas: true,
    comments: true,
    enums: true,
    checks: true,
    partitions: true,
    columnPrivileges: true,
    rowEstimates: true,
  },
  // SQLite has row estimates after ANALYZE.
  sqlite: { ...NOTHING, checks: true, rowEstimates: true },
  duckdb: {
    ...NOTHING,
    schemas: true,
    comments: true,
    enums: true,
    checks: true,
    rowEstimates: true,
  },
};

/** Whether a database of the engine is a file and not a server. */
export function isFileEngine(engine: Engine): boolean {
  return engine === 'sqlite' || engine === 'duckdb';
}

/** Whether names are the same if they differ only in the case of ASCII letters, quoted or not. */
export function foldsNames(engine: Engine): boolean {
  return engine === 'sqlite' || engine === 'duckdb';
}
