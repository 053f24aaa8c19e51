// Node's loader hooks (a thread of their own): TypeScript as it is read, so that no stale build can be tested.
import { transform } from '@swc/core';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const test = new URL('../', import.meta.url).href;
const setup = new URL('./', import.meta.url).href;
const globals = new URL('./jest-globals.mjs', import.meta.url).href;
const root = new URL('../../', import.meta.url).href;
/** Where the build has compiled the product to, for a run that tests what it made. */
const built = process.env.TEST_BUILT === 'true' ? new URL('.cache/modules/', root).href : undefined;

const options = {
  swcrc: false,
  sourceMaps: 'inline',
  inlineSourcesContent: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'es6' },
};

/**
 * What lies below `test/` is loaded anew for each test file, for it registers hooks and keeps state of one: it inherits the
 * query of the test file that imports it. The product and the packages are loaded once.
 */
export async function resolve(specifier, context, next) {
  const query = context.parentURL === undefined ? '' : new URL(context.parentURL).search;
  if (specifier === '@jest/globals') return { url: globals + query, format: 'module', shortCircuit: true };
  const typescript = typescriptOf(specifier, context.parentURL);
  if (typescript === undefined && isBuilt(context.parentURL) && specifier.startsWith('.'))
    return { url: new URL(specifier, context.parentURL.replace(root, built)).href, format: 'module', shortCircuit: true };
  if (typescript === undefined) return next(specifier, context);
  const own = (typescript.startsWith(test) && !typescript.startsWith(setup)) || query.endsWith('&alone');
  return { url: own ? typescript + query : typescript, format: 'module', shortCircuit: true };
}

/** Of the product. What the build made of it keeps the address of its source, so that it finds what stands beside that. */
function isBuilt(url) {
  return (
    built !== undefined && url !== undefined && /^(src|migrations)\/.*(?<!\.spec)\.ts$/.test(url.slice(root.length).replace(/\?.*$/, ''))
  );
}

function typescriptOf(specifier, parent) {
  if (parent === undefined || !specifier.startsWith('.') || !specifier.endsWith('.js')) return undefined;
  if (!new URL(parent).pathname.endsWith('.ts')) return undefined;
  const url = new URL(`${specifier.slice(0, -'.js'.length)}.ts`, parent);
  url.search = '';
  return existsSync(url) ? url.href : undefined;
}

// Most of what lies below `test/` is asked for by each test file.
const compiled = new Map();

export async function load(url, context, next) {
  if (!new URL(url).pathname.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  if (isBuilt(url)) {
    const file = new URL(url.slice(root.length).replace(/ts(\?.*)?$/, 'js'), built);
    return { format: 'module', source: await readFile(file, 'utf8'), shortCircuit: true };
  }
  const text = await readFile(filename, 'utf8');
  if (compiled.get(filename)?.text !== text) {
    const { code } = await transform(text, { ...options, filename });
    compiled.set(filename, { text, code });
  }
  return { format: 'module', source: compiled.get(filename).code, shortCircuit: true };
}
