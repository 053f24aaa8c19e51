import type { Environment } from './environment.js';

export interface LanguageModelConfig {
  /** Without a trailing slash; what comes before `/chat/completions`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly name: string;
  /** For one answer, with everything that is tried again. */
  readonly timeoutSeconds: number;
}

/** `undefined` unless an address is given: without one, nothing is generated. */
export function languageModelOf(env: Environment): LanguageModelConfig | undefined {
  const url = env.url('LLM_BASE_URL', ['http:', 'https:']);
  const name = env.text('LLM_MODEL');
  const timeoutSeconds = env.integer('LLM_TIMEOUT_SECONDS', { min: 1, max: 600, default: 60 });
  const apiKey = env.text('LLM_API_KEY');
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) env.reject('LLM_API_KEY', 'must be one word in ASCII');
  if (url === undefined) {
    if (name !== undefined) env.reject('LLM_MODEL', 'needs LLM_BASE_URL');
    return undefined;
  }
  // A key in the address would end up in error messages.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    env.reject('LLM_BASE_URL', 'must be an address such as https://models.example/v1, with the key in LLM_API_KEY');
  if (name === undefined) env.reject('LLM_MODEL', 'is required with LLM_BASE_URL');
  return { baseUrl: url.href.replace(/\/+$/, ''), apiKey, name: name ?? '', timeoutSeconds };
}
