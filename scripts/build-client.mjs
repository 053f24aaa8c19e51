// Makes the types of the TypeScript client from the API document of the built program, and compiles the client, if either has changed.
// node scripts/build-client.mjs
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'clients/typescript');
const output = join(home, 'dist');
const document = join(root, '.cache/openapi.json');
/** Types of the whole document: `npm run check:document` checks that they compile. */
const wholeTypes = join(root, '.cache/openapi.d.ts');
const stamp = join(output, '.built-from');

/** Builds types and code of the client if the document or the client have changed since the last time. */
export async function buildClient() {
  const current = fingerprint();
  if (existsSync(wholeTypes) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  await build();
  writeFileSync(stamp, current);
}

/** The document is made from the built service. */
function fingerprint() {
  const sources = readdirSync(join(home, 'src')).map((name) => join(home, 'src', name));
  const inputs = [join(root, 'dist/.built-from'), fileURLToPath(import.meta.url), join(home, 'tsconfig.json'), ...sources];
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(readFileSync(input)).update('\0');
  return hash.digest('hex');
}

async function build() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  execFileSync(process.execPath, [join(root, 'dist/src/cli/api-document.js'), document], { stdio: 'inherit' });
  const described = JSON.parse(readFileSync(document, 'utf8'));
  writeFileSync(wholeTypes, await typesOf(described));
  await buildClientOf(described, home);
}

/** @param home the directory with the sources of the client @throws Error where they do not fit the document */
export async function buildClientOf(described, home) {
  const output = join(home, 'dist');
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'api.d.ts'), withoutFiller(await typesOf(withoutScim(described))));
  const { default: ts } = await import('typescript');
  const { config } = ts.readConfigFile(join(home, 'tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, home);
  compile(ts, fileNames, options);
}

/** @throws Error for what the compiler refuses in programs that use a client */
export async function checkTypes(fileNames) {
  const { default: ts } = await import('typescript');
  const target = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext };
  compile(ts, fileNames, { ...target, strict: true, noEmit: true, skipLibCheck: true, types: [] });
}

async function typesOf(described) {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  return astToString(await openapiTypes(described));
}

/** Directories speak SCIM, by clients of their own: without its paths, and what only they refer to. */
function withoutScim({ paths, components, ...rest }) {
  const kept = Object.fromEntries(Object.entries(paths).filter(([path]) => !path.startsWith('/scim/')));
  const reached = { schemas: {}, responses: {} };
  const reach = (part) => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(schemas|responses)\/(\w+)"/g)) {
      if (name in reached[kind]) continue;
      reached[kind][name] = components[kind][name];
      reach(components[kind][name]);
    }
  };
  reach(kept);
  return { ...rest, paths: kept, components: { ...components, ...reached } };
}

/**
 * More than half of the rest is indentation, examples, headers (a `Headers` is read untyped, and `Idempotency-Key` goes there), what each of
 * several codes means, as its schema says too, and lists of what does not exist.
 */
function withoutFiller(types) {
  return types
    .replaceAll(/^ +header\?: \{\n.*\n +"Idempotency-Key"\?: string;\n +\};\n/gm, '')
    .replaceAll(/^( +)headers: \{\n[^]*?^\1\};\n/gm, '')
    .replaceAll(/^\s+(?:\w+|"[^"]+")\?: never;\n/gm, '')
    .replaceAll(/^ +parameters: \{\n +\};\n/gm, '')
    .replaceAll(/^ +\* @example [^]*?(?=^ +\* @|^ +\*\/)/gm, '')
    .replaceAll(/^ +\* @(?:enum \{\w+\}|description discriminator enum property added by openapi-typescript)\n/gm, '')
    .replaceAll(/^ +\/\*\* @(?:example .*|enum \{\w+\}|constant|description (?:Success|Id of .*)\.) \*\/\n/gm, '')
    .replaceAll(/^ +\/\*\*\n +\*\/\n/gm, '')
    .replaceAll(/^ +\/\*\* @description `[A-Z_]+`: .*\n/gm, '')
    .replaceAll('* @description ', '* ')
    .replaceAll(/^ +/gm, '')
    .replaceAll('components["responses"]', 'Responses')
    .concat('type Responses = components["responses"];\n');
}

function compile(ts, fileNames, options) {
  const program = ts.createProgram(fileNames, options);
  const { diagnostics } = program.emit();
  const found = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (found.length > 0) throw new Error(ts.formatDiagnostics(found, ts.createCompilerHost(options)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient();
