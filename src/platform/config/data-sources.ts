import { join, resolve } from 'node:path';
import type { Environment } from './environment.js';
import { networksOf } from './networks.js';

export interface DataSourcesConfig {
  /** After that long a discovery is given up. */
  readonly discoverySeconds: number;
  /** Heap of one thread that reads a source, in MiB. */
  readonly readerMemoryMb: number;
  /** Of a process that runs statements at a file, in MiB, of its heaps and of native code alike. */
  readonly queryMemoryMb: number;
  /** Statements that run at the same time. */
  readonly queriesAtOnce: {
    readonly all: number;
    readonly organization: number;
    readonly source: number;
    readonly person: number;
  };
  /** Where data sources may be: `public`, `private`, `loopback`, or networks in CIDR notation. */
  readonly networks: readonly string[];
  /** Holds one directory for each organization, by its id. */
  readonly filesDirectory: string;
}

/** @param isLocal somebody's own machine, where databases are next door */
export function dataSourcesOf(env: Environment, dataDirectory: string, isLocal: boolean): DataSourcesConfig {
  return {
    networks: networksOf(env, 'DATA_SOURCE_NETWORKS', isLocal),
    filesDirectory: resolve(env.text('DATA_SOURCE_FILES_DIR') ?? join(dataDirectory, 'sources')),
    discoverySeconds: env.integer('DISCOVERY_TIMEOUT_SECONDS', { min: 1, max: 86_400, default: 900 }),
    // DuckDB starts under 200 MiB, and not under 120.
    queryMemoryMb: env.integer('QUERY_MEMORY_MB', { min: 256, max: 65_536, default: 512 }),
    queriesAtOnce: {
      all: env.integer('QUERIES_AT_ONCE', { min: 1, max: 64, default: 8 }),
      organization: env.integer('QUERIES_PER_ORGANIZATION', { min: 1, max: 64, default: 4 }),
      source: env.integer('QUERIES_PER_SOURCE', { min: 1, max: 64, default: 3 }),
      person: env.integer('QUERIES_PER_PERSON', { min: 1, max: 64, default: 2 }),
    },
    readerMemoryMb: env.integer('DISCOVERY_MEMORY_MB', { min: 16, max: 4096, default: 192 }),
  };
}
