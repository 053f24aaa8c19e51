import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The build puts it into another file below `dist/src`.
const root = fileURLToPath(import.meta.url).replace(/([\\/]dist)?[\\/]src[\\/](?!.*[\\/]src[\\/]).*$/, '');

/** The version of this Headgate. */
export const VERSION = (JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string }).version;
