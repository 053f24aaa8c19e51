// Builds dist/ (the service) and web/dist/ (its pages) when their sources are not those of the last build, so that a second
// `npm start` starts at once. `node scripts/build-if-stale.mjs web/dist` builds that part alone, and `--always` what is not stale too.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const service = ['src', 'migrations', 'scripts/build.mjs', 'scripts/described-bodies.mjs', 'tsconfig.json', 'package-lock.json'];
const parts = [
  {
    output: 'dist',
    inputs: service,
    build: async () => (await import('./build.mjs')).build(),
  },
  {
    output: '.cache/modules',
    inputs: service,
    build: async () => (await import('./build.mjs')).buildModules(),
    isForTests: true,
  },
  {
    output: 'web/dist',
    inputs: [
      'web/index.html',
      'web/src',
      'web/help',
      'docs',
      'web/vite.config.mjs',
      'src/shared/permission.ts',
      'src/shared/workspace-grants.ts',
      'clients/typescript/src',
      'scripts/build-web.mjs',
      'scripts/build-help.mjs',
      'package-lock.json',
    ],
    build: async () => (await import('./build-web.mjs')).buildWeb(),
  },
];

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

const isBuilt = (file) => !file.endsWith('.spec.ts');

function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs
    .flatMap((input) => filesBelow(join(root, input)))
    .filter(isBuilt)
    .sort()) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

async function buildIfStale({ output, inputs, build }) {
  const stamp = join(root, output, '.built-from');
  const current = fingerprint(inputs);
  if (!isForced && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  // On standard error, because some callers read its standard output.
  process.stderr.write(`Building ${output} from its sources. Later starts skip this while the sources stay as they are.\n`);
  await build();
  writeFileSync(stamp, current);
}

const isForced = process.argv.includes('--always');
const asked = process.argv.slice(2).filter((argument) => argument !== '--always');
const wanted = parts.filter(({ output, isForTests = false }) => (asked.length === 0 ? !isForTests : asked.includes(output)));
// A deployed image carries what was built and no sources.
try {
  if (existsSync(join(root, 'src'))) await Promise.all(wanted.map(buildIfStale));
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  // `npm ci` leaves out what builds where NODE_ENV is production, or with --omit=dev.
  const advice =
    'Packages that build the service are missing. Install them too: npm ci --include=dev. They are not needed once it is built.';
  // Imported by the installation, which goes on without it.
  if (process.argv[1] !== fileURLToPath(import.meta.url)) throw new Error(advice, { cause: error });
  process.stderr.write(`${advice}\n`);
  process.exit(1);
}
