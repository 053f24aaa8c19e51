// Do the specs notice? Breaks the code in one place, runs the narrow specs of the context, and says which breaks nobody noticed:
//   node scripts/mutate.mjs [--count 50] [--seed 1] [--heights fast,persistence,e2e] [--list] src/accounts src/sessions …
// A break is a guard that is gone, a condition turned around, or a lock, a unit of work, a scope, an audit record, a mail or a question of
// access that is left out. Works in a copy, so that the work tree never holds a broken file.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

/** The specs of each context, outside its own folder, that should notice. */
const SPECS = {
  accounts: ['password-change', 'password-reset', 'email-verification', 'user-administration'],
  organizations: ['organizations', 'member-assistance', 'approved-roles'],
  invitations: ['invitations'],
  sessions: ['login', 'sessions', 'step-up'],
  mfa: ['mfa-login', 'mfa-factors', 'mfa-audit'],
  devices: ['trusted-devices', 'trust-ends'],
};
/** The contract that the adapters of each context keep. */
const STORES = {
  accounts: 'accounts',
  organizations: 'organizations',
  invitations: 'organizations',
  sessions: 'sessions',
  mfa: 'factors-and-devices',
  devices: 'factors-and-devices',
};
const LOCKS = new Set(['lock', 'hold']);
const SCOPE = /(WHERE|AND) (\w+\.)?(?:organization_id|workspace_id|user_id|member_id) = (\$\d+)(?!\d)/g;
const ROW_LOCK = / FOR (?:NO KEY )?(?:UPDATE|SHARE)\b/g;

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    heights: { type: 'string', default: 'fast,persistence,e2e' },
    list: { type: 'boolean', default: false },
  },
});
const heights = options.heights.split(',');
const chosen = chosenOf(folders.length > 0 ? folders : Object.keys(SPECS).map((context) => `src/${context}`));
if (options.list) for (const break_ of chosen) console.log(nameOf(break_));
else tryAll();

function tryAll() {
  const copy = mkdtempSync(join(tmpdir(), 'headgate-mutants-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const sign of ['SIGINT', 'SIGTERM']) process.on(sign, () => process.exit(1));
  for (const name of ['src', 'test', 'migrations', 'scripts', 'jest.config.js', 'package.json', 'tsconfig.json'])
    cpSync(name, join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'dist', 'web', 'docs', 'clients', 'deploy']) symlinkSync(join(process.cwd(), name), join(copy, name));
  const noticed = Object.fromEntries(heights.map((height) => [height, 0]));
  const survivors = [];
  for (const [index, break_] of chosen.entries()) {
    const file = join(copy, break_.file);
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.slice(0, break_.start) + break_.text + whole.slice(break_.end));
    const height = heightsOf(break_).find((one) => isNoticed(copy, one, break_.file));
    writeFileSync(file, whole);
    if (height === undefined) survivors.push(break_);
    else noticed[height] += 1;
    console.log(`${index + 1}/${chosen.length} ${height === undefined ? 'SURVIVED' : `noticed: ${height}`}  ${nameOf(break_)}`);
  }
  const counts = heights.map((height) => `${height} ${noticed[height]}`).join(', ');
  console.log(`\n${chosen.length - survivors.length} of ${chosen.length} noticed (${counts}). Survivors:`);
  for (const survivor of survivors) console.log(`  ${nameOf(survivor)}`);
}

/** Adapters of the database are proved against it, and everything else without it. */
function heightsOf({ file }) {
  const skipped = file.includes('/adapters/persistence/') ? 'fast' : 'persistence';
  return heights.filter((height) => height !== skipped);
}

/** @returns whether a spec at this height fails */
function isNoticed(copy, height, file) {
  const context = file.split('/')[1];
  const ofHeight = {
    fast: ['--config', 'test/fast.config.js', `src/${context}/`],
    persistence: [`test/persistence/${STORES[context]}.spec`],
    e2e: SPECS[context].map((name) => `test/e2e/${name}.spec`),
  };
  const jest = ['--no-warnings', join('node_modules', 'jest', 'bin', 'jest.js'), ...ofHeight[height]];
  const { status } = spawnSync(process.execPath, [...jest, '--bail', '--maxWorkers=1', '--passWithNoTests'], {
    cwd: copy,
    stdio: 'ignore',
    timeout: 600_000,
  });
  return status !== 0;
}

/** The same breaks for the same seed: as many of each folder, and within it as many of each kind, as there are. */
function chosenOf(all) {
  const random = randomOf(Number(options.seed));
  const each = Math.ceil(Number(options.count) / all.length);
  return all.flatMap((folder) => {
    const left = shuffled(filesOf(folder).flatMap(breaksOf), random);
    const kinds = [...new Set(left.map(({ kind }) => kind))].sort();
    const inTurns = kinds.flatMap((kind) => left.filter((one) => one.kind === kind).map((one, turn) => ({ one, turn })));
    return inTurns
      .sort((one, other) => one.turn - other.turn)
      .slice(0, each)
      .map(({ one }) => one);
  });
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter(
      (path) => /\/(application|domain|adapters\/(answers|persistence))\/.*\.ts$/.test(path) && !/\.spec\.ts$|schemas\.ts$/.test(path),
    )
    .sort();
}

function breaksOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (kind, node, text) =>
    found.push({ file, kind, start: node.getStart(source), end: node.end, text, line: lineOf(source, node) });
  const visit = (node) => {
    for (const [kind, target, text] of breaksAt(node, source)) add(kind, target, text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @returns each way to break the code at this node: its kind, what is replaced, and by what */
function* breaksAt(node, source) {
  if (ts.isIfStatement(node)) {
    const { expression } = node;
    if (ts.isThrowStatement(node.thenStatement)) yield ['guard', expression, 'false'];
    else yield ['condition', expression, `!(${expression.getText(source)})`];
  }
  if (ts.isConditionalExpression(node)) yield ['condition', node.condition, `!(${node.condition.getText(source)})`];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    yield ['condition', node.operatorToken, '||'];
  if (ts.isExpressionStatement(node)) yield* leftOut(node, node.expression, source);
  if (ts.isCallExpression(node)) yield* brokenCall(node, source);
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) yield* brokenSql(node, source);
}

/** A statement that only makes a call for its effect. */
function* leftOut(statement, expression, source) {
  const text = expression.getText(source);
  if (/^await this\.auditTrail\.record/.test(text)) yield ['audit', statement, ''];
  if (/^await this\.mailer\.send/.test(text)) yield ['mail', statement, ''];
  if (/^await this\.(access|consent|administerAccount)\.\w+\(/.test(text)) yield ['access', statement, ''];
}

function* brokenCall(node, source) {
  const called = node.expression.getText(source);
  const [first, , third] = node.arguments;
  if (called === 'this.unitOfWork.run' && first !== undefined) yield ['unit', node, `(${first.getText(source)})()`];
  if (called === 'recordRefusal' && third !== undefined) yield ['audit', node, `(${third.getText(source)})()`];
  if (/^this\.access\.require\w*$/.test(called) && !ts.isExpressionStatement(node.parent.parent))
    yield ['access', node, `Promise.resolve({ permissions: ['*'], isSystemAdmin: false, isFounding: false })`];
  const method = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : null;
  // The same read, without the lock. Where a port has no such read, the lock is broken in the SQL of its adapter.
  if (method !== null && LOCKS.has(method.text) && /^this\.(users|roles|workspaces|organizations)\./.test(called))
    yield ['lock', method, 'find'];
}

function* brokenSql(node, source) {
  const text = node.getText(source);
  if (!/\b(SELECT|UPDATE|DELETE|INSERT|WHERE|FOR UPDATE|FOR SHARE)\b/.test(text)) return;
  for (const { index, 0: found } of text.matchAll(ROW_LOCK)) yield ['lock', node, text.slice(0, index) + text.slice(index + found.length)];
  for (const { index, 0: found, 1: word, 3: parameter } of text.matchAll(SCOPE))
    yield ['scope', node, `${text.slice(0, index)}${word} ${parameter}::int IS NOT NULL${text.slice(index + found.length)}`];
}

function nameOf({ file, line, kind, text }) {
  return `${file}:${line} ${kind} -> ${text.replaceAll(/\s+/g, ' ').slice(0, 90)}`;
}

function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

function shuffled(items, random) {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** mulberry32: the same numbers for the same seed on every machine. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
