import type { Environment } from './environment.js';

/** What a server of models is asked with. */
export interface ModelAddress {
  /** Without a trailing slash; what comes before `/chat/completions` or `/embeddings`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly name: string;
}

/** The names of the settings. */
interface Names {
  readonly url: string;
  readonly model: string;
  readonly key: string;
}

/** `undefined` unless an address is given. */
export function modelAddressOf(env: Environment, names: Names): ModelAddress | undefined {
  const url = env.url(names.url, ['http:', 'https:']);
  const name = env.text(names.model);
  const apiKey = env.text(names.key);
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) env.reject(names.key, 'must be one word in ASCII');
  if (url === undefined) {
    if (name !== undefined) env.reject(names.model, `needs ${names.url}`);
    return undefined;
  }
  // A key in the address would end up in error messages.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    env.reject(names.url, `must be an address such as https://models.example/v1, with the key in ${names.key}`);
  if (name === undefined) env.reject(names.model, `is required with ${names.url}`);
  return { baseUrl: url.href.replace(/\/+$/, ''), apiKey, name: name ?? '' };
}
