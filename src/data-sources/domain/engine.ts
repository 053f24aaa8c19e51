export const ENGINES = ['postgresql', 'mysql', 'sqlite', 'duckdb'] as const;

/** `mysql` is MariaDB too. */
export type Engine = (typeof ENGINES)[number];

/** What an engine can tell about a schema: "no comments in SQLite" is a property of SQLite and not a gap in a result. */
export interface Capabilities {
  /** Several named schemas in one database; otherwise there is one. */
  readonly schemas: boolean;
  readonly comments: boolean;
  readonly enums: boolean;
  readonly domains: boolean;
  readonly checks: boolean;
  readonly foreignTables: boolean;
  readonly materializedViews: boolean;
  readonly partitions: boolean;
  /** Whether single columns can be withheld from the role that connects. */
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
  // A partition of MySQL is not a table of its own; `information_schema` shows only what the role may see.
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
  // Row estimates are there after ANALYZE.
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

/** Engines that are a file and not a server. */
export function isFileEngine(engine: Engine): boolean {
  return engine === 'sqlite' || engine === 'duckdb';
}

/** Whether names that differ only in the case of ASCII letters are the same, quoted or not. */
export function foldsNames(engine: Engine): boolean {
  return engine === 'sqlite' || engine === 'duckdb';
}
