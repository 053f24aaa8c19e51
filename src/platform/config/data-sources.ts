import { join, resolve } from 'node:path';
import type { Environment } from './environment.js';
import { networksOf } from './networks.js';
import { type ModelAddress, modelAddressOf } from './model-address.js';

interface EmbeddingsConfig extends ModelAddress {
  /** A question that waits longer for its vector is ranked by its words alone. */
  readonly questionTimeoutMs: number;
}

/** `undefined` unless an address is given: without one, tables are ranked by words alone. */
function embeddingsOf(env: Environment): EmbeddingsConfig | undefined {
  const questionTimeoutMs = env.integer('EMBEDDINGS_TIMEOUT_MS', { min: 50, max: 30_000, default: 1_500 });
  const names = { url: 'EMBEDDINGS_URL', model: 'EMBEDDINGS_MODEL', key: 'EMBEDDINGS_API_KEY' };
  const address = modelAddressOf(env, names);
  return address && { ...address, questionTimeoutMs };
}

export interface DataSourcesConfig {
  /** After this time a discovery is given up. */
  readonly discoverySeconds: number;
  /** Heap of one thread that reads a source, in MiB. */
  readonly readerMemoryMb: number;
  /** Memory of a process that runs statements on a file, in MiB, for its heaps and native code together. */
  readonly queryMemoryMb: number;
  /** What PostgreSQL may estimate for a statement with relations that nothing ties to each other, in its units of cost. */
  readonly mostProductCost: number;
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
  /** Speaks the embeddings of OpenAI. `undefined`: there are none. */
  readonly embeddings: EmbeddingsConfig | undefined;
}

/** @param isLocal a person's own machine, where databases may run beside the service */
export function dataSourcesOf(env: Environment, dataDirectory: string, isLocal: boolean): DataSourcesConfig {
  return {
    networks: networksOf(env, 'DATA_SOURCE_NETWORKS', isLocal),
    filesDirectory: resolve(env.text('DATA_SOURCE_FILES_DIR') ?? join(dataDirectory, 'sources')),
    discoverySeconds: env.integer('DISCOVERY_TIMEOUT_SECONDS', { min: 1, max: 86_400, default: 900 }),
    // DuckDB starts under 200 MiB, and not under 120.
    mostProductCost: env.integer('QUERY_PRODUCT_COST', { min: 1_000, max: 1_000_000_000_000, default: 10_000_000 }),
    queryMemoryMb: env.integer('QUERY_MEMORY_MB', { min: 256, max: 65_536, default: 512 }),
    queriesAtOnce: {
      all: env.integer('QUERIES_AT_ONCE', { min: 1, max: 64, default: 8 }),
      organization: env.integer('QUERIES_PER_ORGANIZATION', { min: 1, max: 64, default: 4 }),
      source: env.integer('QUERIES_PER_SOURCE', { min: 1, max: 64, default: 3 }),
      person: env.integer('QUERIES_PER_PERSON', { min: 1, max: 64, default: 2 }),
    },
    embeddings: embeddingsOf(env),
    readerMemoryMb: env.integer('DISCOVERY_MEMORY_MB', { min: 16, max: 4096, default: 192 }),
  };
}
