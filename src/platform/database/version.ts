import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(import.meta.url).replace(
  /([\\/]dist)?[\\/]src[\\/]platform[\\/]database[\\/]version\.[jt]s$/,
  '',
);

/** Of this Headgate. */
export const VERSION = (JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string }).version;
