import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { Config } from './config.js';
import type { Environment } from './environment.js';

const WORDS = ['public', 'private', 'loopback'];
/** Wider ones are the words' business. */
const WIDEST = { 4: 8, 6: 7 };

/** @param isLocal somebody's own machine, where databases are next door */
export function dataSourcesOf(env: Environment, dataDirectory: string, isLocal: boolean): Config['dataSources'] {
  const named = env.list('DATA_SOURCE_NETWORKS');
  if (!named.every((item) => WORDS.includes(item) || isNetwork(item))) {
    env.reject(
      'DATA_SOURCE_NETWORKS',
      `must be a comma-separated list of ${WORDS.join(', ')}, and networks such as 10.1.0.0/16 (/8 or narrower; IPv6 /7)`,
    );
  }
  return {
    networks: named.length > 0 ? named : isLocal ? WORDS : ['public'],
    filesDirectory: resolve(env.text('DATA_SOURCE_FILES_DIR') ?? join(dataDirectory, 'sources')),
    discoverySeconds: env.integer('DISCOVERY_TIMEOUT_SECONDS', { min: 1, max: 86_400, default: 900 }),
    readerMemoryMb: env.integer('DISCOVERY_MEMORY_MB', { min: 16, max: 4096, default: 192 }),
  };
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  if (family !== 4 && family !== 6) return false;
  const longest = family === 4 ? 32 : 128;
  const length = prefix === undefined ? longest : Number(prefix);
  return length >= WIDEST[family] && length <= longest;
}
