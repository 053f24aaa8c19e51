// Makes dist/ of src/ and migrations/ without checking types: that is work for `npm run check:types`, not for everyone who starts.
// What is loaded together is written into one file, because a start spends more time on finding and opening files than on running them.
// Packages of many small files are bundled; the others stay in node_modules/.
import { readdirSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describedBodies } from './described-bodies.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dist');
/** Of the tests. */
const MODULES = '.cache/modules';

/** Packages of many small files, which a start would open one by one, and what decorators are compiled to. */
const INSIDE = [
  '@nestjs/core',
  '@nestjs/common',
  '@nestjs/jwt',
  '@nestjs/mapped-types',
  '@nestjs/passport',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  '@nestjs/terminus',
  '@oxc-project/runtime',
  'class-transformer',
  'class-validator',
  'es-toolkit',
  'express',
  'jose',
  'nodemailer',
  'rxjs',
  'zod',
];

/** The page of the API document: one file that needs nothing else. */
const REFERENCE = 'node_modules/@scalar/fastify-api-reference/dist/js/standalone.js';

/** What is run, or imported by tests, benchmarks and scripts: each is a file of its name in dist/src. */
export const ENTRIES = [
  'main',
  'cli/admin',
  'cli/api-document',
  'cli/migrate',
  'cli/rotate-master-key',
  'abac/adapters/cedar/policy-thread',
  'catalog/adapters/drawing/drawing-thread',
  'engines/catalog-reader/duckdb/duckdb-process',
  'engines/catalog-reader/duckdb/duckdb-reader',
  'engines/catalog-reader/reading-thread',
  'statements/adapters/querying/query-thread',
  'statements/adapters/querying/statement-process',
  'engines/sql-guard/guard-thread',
  'engines/sql-guard/judging-process',
  'sso/adapters/saml/saml-thread',
  'boot/create-app',
  'boot/foundations',
  'demo/demo-data',
  'demo/seed-demo',
  'demo/stand-ins/addresses',
  'demo/stand-ins/identity-provider',
  'demo/stand-ins/language-model',
  'platform/config/config',
  'platform/embedded-postgres/start-embedded-postgres',
  'platform/http/openapi',
  'platform/logging/logger',
  // For tests and benchmarks alone.
  'abac/adapters/cedar/cedar-engine',
  'abac/adapters/cedar/check-text',
  'platform/embedded-postgres/postmaster',
  'platform/embedded-postgres/processes',
  'platform/threads/parent-channel',
  'engines/catalog-reader/postgresql/postgresql-reader',
  'statements/adapters/querying/duckdb/duckdb-engine',
  'statements/adapters/querying/threaded-querying',
  'mfa/adapters/persistence/typeorm-factors',
  'organizations/adapters/persistence/sql-members',
  'organizations/adapters/persistence/typeorm-organizations',
  'prompt-templates/adapters/parameters/ajv-parameter-values',
  'prompt-templates/adapters/persistence/typeorm-prompt-templates',
  'prompt-templates/domain/renderer',
  'engines/sql-guard/judge',
  'engines/sql-guard/restrict',
  'engines/sql-guard/judge-file-statement',
  'engines/sql-guard/judging-processes',
  'rivers/adapters/persistence/sql-rivers',
  'scim/domain/scim-token',
  'sessions/adapters/persistence/sql-sessions',
  'sso/adapters/saml/certificates',
];

export async function build() {
  await rm(output, { recursive: true, force: true });
  await Promise.all([bundle(), copyReference(output)]);
}

/** @param directory a `dist` */
export async function copyReference(directory) {
  await mkdir(join(directory, 'docs'), { recursive: true });
  await copyFile(join(root, REFERENCE), join(directory, 'docs/reference.js'));
}

/**
 * @param options `inside`: packages that are bundled; `bodies`: what compiles the bodies of requests
 * @returns the files that were written
 */
export async function bundle({ directory = output, entries = ENTRIES, inside = INSIDE, bodies = describedBodies(root) } = {}) {
  const input = Object.fromEntries(entries.map((entry) => [`src/${entry}`, `src/${entry}.ts`]));
  return written({ input, inside, bodies }, { dir: directory, sourcemap: true, chunkFileNames: 'src/shared-by-entries/[name]-[hash].js' });
}

/** Writes each source as the build compiles it into a file of its own, so that tests run what people run. */
export async function buildModules() {
  const directory = join(root, MODULES);
  await rm(directory, { recursive: true, force: true });
  const sources = ['src', 'migrations'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => /(?<!\.spec|\.d)\.ts$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const input = Object.fromEntries(sources.map((file) => [file.slice(0, -'.ts'.length), file]));
  await written(
    { input, inside: ['@oxc-project/runtime'], bodies: describedBodies(root) },
    {
      dir: directory,
      preserveModules: true,
      preserveModulesRoot: root,
      sourcemap: 'inline',
      // Absolute, because the tests give a module the address of its source.
      sourcemapPathTransform: (source, map) => join(map, '..', source),
    },
  );
}

async function written({ input, inside, bodies }, form) {
  const bundled = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: (id) => /^[@\w]/.test(id) && !(id in input) && !inside.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { extensionAlias: { '.js': ['.ts'] } },
    transform: { target: 'node20', decorator: { legacy: true, emitDecoratorMetadata: true } },
    tsconfig: false,
    // Nothing is left out, so nothing has to be looked through.
    treeshake: false,
    plugins: [bodies],
    checks: { pluginTimings: false },
  });
  const { output: files } = await bundled.write({
    format: 'esm',
    // By default, calls whose result nothing uses are left out, though some are made because they throw.
    minify: false,
    sourcemapExcludeSources: true,
    // Names of classes are names of errors and of migrations.
    keepNames: true,
    ...form,
  });
  await bundled.close();
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
