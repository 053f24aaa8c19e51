// node scripts/check-document.mjs
// Holds the API document against two linters, and compiles what two generators of clients make of it. A document that has passed once is
// not looked at again.
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const document = '.cache/openapi.json';
const types = '.cache/openapi.d.ts';
const generated = '.cache/openapi-ts';
const stamp = join(root, '.cache/checked-document');

const rules = ['redocly.yaml', '.redocly.lint-ignore.yaml', '.spectral.yaml', 'package-lock.json'];
const hash = createHash('sha256');
for (const input of [document, types, 'scripts/check-document.mjs', ...rules]) hash.update(readFileSync(join(root, input)));
const current = hash.digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
  const problems = (await Promise.all([redocly(), spectral(), compiledClients()])).flat();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else writeFileSync(stamp, current);
}

async function redocly() {
  const { output, log } = await run('@redocly/cli/bin/cli.js', ['lint', document, '--format', 'json', '--max-problems', '50']);
  const { problems } = parsed(output, log);
  const counted = problems.filter(({ ignored }) => ignored !== true);
  return counted.map(({ ruleId, message, location }) => `redocly ${ruleId} ${location[0]?.pointer}: ${message}`);
}

async function spectral() {
  const { output, log } = await run('@stoplight/spectral-cli/dist/index.js', ['lint', document, '--format', 'json', '--quiet']);
  return parsed(output, log).map(({ code, message, path }) => `spectral ${code} ${path.join('/')}: ${message}`);
}

/** The types of openapi-typescript exist already: the client is built from them. */
async function compiledClients() {
  rmSync(join(root, generated), { recursive: true, force: true });
  const { code, log, output } = await run('@hey-api/openapi-ts/bin/run.js', ['-i', document, '-o', generated, '--no-log-file']);
  if (code !== 0) return [`@hey-api/openapi-ts: ${output}${log}`];
  const options = {
    strict: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const program = ts.createProgram(
    [types, `${generated}/index.ts`].map((file) => join(root, file)),
    options,
  );
  return ts.getPreEmitDiagnostics(program).map((found) => ts.formatDiagnostic(found, ts.createCompilerHost(options)));
}

function parsed(output, log) {
  try {
    return JSON.parse(output);
  } catch {
    throw new Error(`It printed no report: ${output}${log}`);
  }
}

/** Runs a tool, and keeps it from sending reports and from looking for newer versions of itself. */
function run(bin, args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', DO_NOT_TRACK: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', bin), ...args], { cwd: root, env });
    const [output, log] = [[], []];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => log.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: Buffer.concat(output).toString(), log: Buffer.concat(log).toString() }));
  });
}
