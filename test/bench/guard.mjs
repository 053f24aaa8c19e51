import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transform } from '@swc/core';
import { root } from './processes.mjs';
import { heading, median, number, percent, table, times } from './report.mjs';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const ROUNDS = 15;
const WARM_UP = 3;
const PEER = 'node-sql-parser@5.4.0';
/** What the judge is told of the source, where its dialect needs it. */
const SOURCES = {
  mysql: { serverVersion: '10.11.6-MariaDB', searchPath: [], enums: [], fields: [], extensions: [] },
};
const DIALECTS = { postgresql: 'postgresql', mysql: 'mariadb', sqlite: 'sqlite' };

/** Judged by their own engines, in processes. */
const FILES = ['sqlite', 'duckdb'];

/** What the guard costs a statement, beside its bare grammar and a general parser, and what a cheaper check would let through. */
export async function guard(scratch) {
  const at = (name) => import(pathToFileURL(join(root, `dist/src/engines/sql-guard/${name}.js`)).href);
  const { judge: byGrammar } = await at('judge');
  const { judgeFileStatement } = await at('judge-file-statement');
  const { corpora, sources, tables } = await readCorpora(scratch);
  const judge = (dialect, sql) =>
    FILES.includes(dialect) ? judgeFileStatement({ engine: dialect, sql, tables }) : byGrammar(dialect, sql, sources[dialect]);
  const there = (engine, sql) => processes.run('bench', { engine, sql, tables });
  const { JudgingProcesses } = await at('judging-processes');
  const processes = new JudgingProcesses({ warn: () => undefined });
  const parser = await peer(scratch);
  heading(
    'guard',
    ['libpg-query'],
    [`${ROUNDS} rounds over every statement after ${WARM_UP} to warm up; milliseconds a statement`, `peer: ${PEER}`],
  );
  const libpg = require('libpg-query');
  await libpg.loadModule();
  const costs = [];
  for (const [dialect, { honest, hostile }] of Object.entries(corpora)) {
    const short = [...honest, ...hostile].filter((sql) => sql.length <= 2_000);
    const ours = await timed(short, (sql) => judge(dialect, sql));
    const bare = dialect === 'postgresql' ? await timed(short, (sql) => quietly(() => libpg.parseSync(sql || ' '))) : [];
    const other =
      DIALECTS[dialect] === undefined
        ? []
        : await timed(short, (sql) => quietly(() => parser.astify(sql, { database: DIALECTS[dialect] })));
    costs.push([
      dialect,
      `${honest.length} + ${hostile.length}`,
      await count(honest, async (sql) => !(await judge(dialect, sql)).ok),
      await count(hostile, async (sql) => (await judge(dialect, sql)).ok),
      number(median(ours), 3),
      number(percentile(ours, 0.99), 3),
      FILES.includes(dialect) ? number(median(await timed(short, (sql) => there(dialect, sql))), 3) : '',
      times(median(ours) / median(bare)),
      times(median(other) / median(ours)),
    ]);
  }
  await processes.end();
  table(
    [
      'dialect',
      'honest + hostile',
      'honest refused',
      'hostile passed',
      'median ms',
      'p99 ms',
      'median ms with the way to a process',
      'against bare libpg-query',
      'peer against it',
    ],
    costs,
  );
  const judged = [];
  for (const [dialect, { honest, hostile }] of Object.entries(corpora)) {
    const guarded = async (sql) => (await judge(dialect, sql)).ok;
    const parsed = (sql) => isPeerQuery(parser, sql, DIALECTS[dialect]);
    const checks = [
      ['guard', guarded],
      ['prefix and words', looksHarmless],
    ];
    if (DIALECTS[dialect] !== undefined) checks.push(['peer says SELECT', parsed]);
    for (const [name, isAccepted] of checks) {
      const refused = await count(hostile, async (sql) => !(await isAccepted(sql)));
      const accepted = await count(honest, isAccepted);
      judged.push([
        `${dialect}: ${name}`,
        `${refused} of ${hostile.length} (${percent(refused / hostile.length)})`,
        `${accepted} of ${honest.length} (${percent(accepted / honest.length)})`,
      ]);
    }
  }
  table(['check', 'hostile refused', 'honest let through'], judged);
  await told(corpora, judge);
}

/** What the guard gets wrong: a change of it begins here. */
async function told(corpora, judge) {
  for (const [dialect, { honest, hostile }] of Object.entries(corpora)) {
    for (const sql of honest) if (!(await judge(dialect, sql)).ok) console.log(`${dialect}, honest and refused: ${sql}`);
    for (const sql of hostile) if ((await judge(dialect, sql)).ok) console.log(`${dialect}, hostile and let through: ${sql}`);
  }
}

/** The statements of the tests, which are TypeScript: nothing but their types has to go. */
export async function readCorpora(scratch) {
  const from = join(root, 'test/fixtures/statements');
  const to = join(scratch.directory, 'statements');
  await mkdir(to);
  await writeFile(join(to, 'package.json'), '{"type":"module"}');
  for (const file of (await readdir(from)).filter((name) => name.endsWith('.ts'))) {
    const jsc = { parser: { syntax: 'typescript' }, target: 'es2022' };
    const { code } = await transform(await readFile(join(from, file), 'utf8'), { jsc, module: { type: 'es6' } });
    await writeFile(join(to, file.replace(/\.ts$/, '.js')), code);
  }
  const moduleOf = async (name) => {
    const path = join(to, `${name}.js`);
    return existsSync(path) ? import(pathToFileURL(path).href) : {};
  };
  const list = async (name, what = /HONEST|HOSTILE/) => {
    const lists = Object.entries(await moduleOf(name)).filter(([key]) => what.test(key));
    return lists.flatMap(([, value]) => statementsOf(value));
  };
  const shared = await list('shared-honest');
  const corpora = {};
  for (const dialect of ['postgresql', 'mysql', 'sqlite', 'duckdb']) {
    const honest = await list(`${dialect}-honest`);
    if (honest.length > 0)
      corpora[dialect] = {
        honest: [...honest, ...(dialect === 'postgresql' ? [] : shared), ...(await list(`${dialect}-extended`, /HONEST/))],
        hostile: [...(await list(`${dialect}-hostile`)), ...(await list(`${dialect}-extended`, /HOSTILE/))],
      };
  }
  const { SQLITE_KNOWN } = await moduleOf('sqlite-known');
  const { POSTGRESQL_SOURCE } = await moduleOf('postgresql-extended');
  return { corpora, sources: { ...SOURCES, postgresql: POSTGRESQL_SOURCE }, tables: SQLITE_KNOWN };
}

/** A list of statements, a list of rules with statements, or lists by rule. */
function statementsOf(value) {
  if (!Array.isArray(value)) return Object.values(value).flat();
  return value.map((item) => (Array.isArray(item) ? item[1] : item));
}

/** Of each statement its median round: the pauses of a busy machine are no cost of a statement. */
export async function timed(statements, judge) {
  const milliseconds = statements.map(() => []);
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const [index, sql] of statements.entries()) {
      const began = performance.now();
      await judge(sql);
      if (round >= WARM_UP) milliseconds[index].push(performance.now() - began);
    }
  }
  return milliseconds.map(median);
}

function quietly(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export function percentile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

async function count(statements, holds) {
  let found = 0;
  for (const sql of statements) if (await holds(sql)) found += 1;
  return found;
}

/** What a service does that has no grammar. */
function looksHarmless(sql) {
  const words = /\b(insert|update|delete|merge|drop|alter|create|truncate|grant|revoke|copy|call|do|set|lock|vacuum|attach|pragma|into)\b/i;
  return /^\s*(select|with)\b/i.test(sql) && !words.test(sql) && !/;\s*\S/.test(sql);
}

/** One statement that the parser calls a query, as its documentation would have it checked. */
function isPeerQuery(parser, sql, database) {
  const read = quietly(() => parser.parse(sql, { database }));
  if (read === undefined) return false;
  const statements = [read.ast].flat();
  return statements.length === 1 && read.tableList.every((entry) => entry.startsWith('select::'));
}

async function peer(scratch) {
  const directory = join(scratch.directory, 'peers');
  await mkdir(directory);
  await writeFile(join(directory, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', PEER], { cwd: directory });
  const { Parser } = createRequire(join(directory, 'package.json'))('node-sql-parser');
  return new Parser();
}
