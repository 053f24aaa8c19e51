// Makes dist/ of src/ and migrations/ without checking types: that is work for `npm run check:types`, not for everyone who starts.
// SWC compiles all of it but the bodies of requests (*.dto.ts): Nest's plugin reads their types and comments into the API
// document, and it runs in the TypeScript compiler alone.
import { transformFile } from '@swc/core';
import { before as describeBodies } from '@nestjs/swagger/plugin';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dist');
const plugin = {
  classValidatorShim: true,
  introspectComments: true,
  esmCompatible: true,
  controllerFileNameSuffix: [],
};

/** The page of the API document: one file that needs nothing else. */
const REFERENCE = 'node_modules/@scalar/fastify-api-reference/dist/js/standalone.js';

const swc = {
  swcrc: false,
  sourceMaps: true,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'es6' },
};

export async function build() {
  await rm(output, { recursive: true, force: true });
  const sources = (await Promise.all(['src', 'migrations'].map(sourcesBelow))).flat();
  const bodies = sources.filter((file) => file.endsWith('.dto.ts'));
  const others = sources.filter((file) => !file.endsWith('.dto.ts'));
  const directories = new Set([...sources.map((file) => dirname(compiledName(file))), join(output, 'docs')]);
  await Promise.all([...directories].map((directory) => mkdir(directory, { recursive: true })));
  // SWC works in threads of its own, so the bodies are compiled meanwhile.
  const compiled = Promise.all(others.map(compile));
  compileBodies(bodies);
  await Promise.all([compiled, copyFile(join(root, REFERENCE), join(output, 'docs/reference.js'))]);
}

async function sourcesBelow(directory) {
  const entries = await readdir(join(root, directory), { withFileTypes: true, recursive: true });
  return entries
    .filter(({ name }) => name.endsWith('.ts') && !/\.(?:spec|d)\.ts$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

const compiledName = (source) => join(output, `${relative(root, source).slice(0, -'.ts'.length)}.js`);

async function compile(source) {
  const target = compiledName(source);
  const { code, map } = await transformFile(source, { ...swc, sourceFileName: relative(dirname(target), source) });
  await Promise.all([
    writeFile(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`),
    writeFile(`${target}.map`, map),
  ]);
}

function compileBodies(bodies) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: bodies, include: [] }, ts.sys, root);
  const program = ts.createProgram(bodies, options);
  const transformers = { before: [describeBodies(plugin, program)] };
  for (const body of bodies) program.emit(program.getSourceFile(body), undefined, undefined, false, transformers);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
