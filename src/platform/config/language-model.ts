import type { Environment } from './environment.js';
import { type ModelAddress, modelAddressOf } from './model-address.js';

export interface LanguageModelConfig extends ModelAddress {
  /** For one answer, including all retries. */
  readonly timeoutSeconds: number;
}

/** `undefined` unless an address is given: without one, nothing is generated. */
export function languageModelOf(env: Environment): LanguageModelConfig | undefined {
  const timeoutSeconds = env.integer('LLM_TIMEOUT_SECONDS', { min: 1, max: 600, default: 60 });
  const address = modelAddressOf(env, { url: 'LLM_BASE_URL', model: 'LLM_MODEL', key: 'LLM_API_KEY' });
  return address && { ...address, timeoutSeconds };
}
