import type { Environment } from './environment.js';
import { type ModelAddress, modelAddressOf } from './model-address.js';

export interface EmbeddingsConfig extends ModelAddress {
  /** A question that waits longer for its vector is ranked by its words alone. */
  readonly questionTimeoutMs: number;
}

/** `undefined` unless an address is given: without one, tables are ranked by words alone. */
export function embeddingsOf(env: Environment): EmbeddingsConfig | undefined {
  const questionTimeoutMs = env.integer('EMBEDDINGS_TIMEOUT_MS', { min: 50, max: 30_000, default: 1_500 });
  const names = { url: 'EMBEDDINGS_URL', model: 'EMBEDDINGS_MODEL', key: 'EMBEDDINGS_API_KEY' };
  const address = modelAddressOf(env, names);
  return address && { ...address, questionTimeoutMs };
}
