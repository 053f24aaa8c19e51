import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sqlite from 'node-sqlite3-wasm';
import { root } from './processes.mjs';
import { heading, median, number, table } from './report.mjs';

const run = promisify(execFile);
const ROUNDS = 200;
const LOOK_EACH_MS = 10;
const { signal: NEVER } = new globalThis.AbortController();
const THINGS = ['CREATE TABLE things (id integer, name text)', `INSERT INTO things VALUES (1, 'one'), (2, 'two'), (3, 'three')`];
const ASKER = { organizationId: 1, dataSourceId: 1, userId: 1 };
const SMALL = 'SELECT count(*) FROM things';
/** Each makes one text that the engine's own limits allow. */
const HUNGRY = {
  sqlite: `SELECT length(replace(hex(zeroblob(400000000)), '0', 'xx'))`,
  duckdb: `SELECT length(repeat('x', 1500000000) || repeat('y', 1500000000))`,
};

/** What a small statement at a file waits, and what three hungry ones at once take of the machine. */
export async function queries(scratch) {
  const at = (path) => import(pathToFileURL(join(root, 'dist/src', path)).href);
  const { ThreadedQuerying } = await at('statements/adapters/querying/threaded-querying.js');
  const logger = { error: () => undefined, warn: () => undefined };
  const dataSources = {
    readerMemoryMb: 192,
    queryMemoryMb: 512,
    queriesAtOnce: { all: 8, organization: 4, source: 3, person: 3 },
  };
  const rows = [];
  for (const [engine, hungry] of Object.entries(HUNGRY)) {
    const file = join(scratch.directory, `things.${engine}`);
    await make[engine](file);
    const querying = new ThreadedQuerying({ dataSources }, logger, { execute: async () => undefined });
    const query = (sql) =>
      querying
        .run(
          { engine, file },
          { statement: sql, reads: [{ schema: 'main', name: 'things' }] },
          ASKER,
          { maxRows: 10, timeoutMs: 10_000 },
          NEVER,
        )
        .then(
          ({ kind }) => kind,
          ({ code }) => code,
        );
    const first = await millisecondsOf(() => query(SMALL));
    const later = [];
    for (let round = 0; round < ROUNDS; round += 1) later.push(await millisecondsOf(() => query(SMALL)));
    const before = residentMb();
    let peak = before;
    const looking = setInterval(() => (peak = Math.max(peak, residentMb())), LOOK_EACH_MS);
    const began = performance.now();
    const ends = await Promise.all([query(hungry), query(hungry), query(hungry)]);
    const took = performance.now() - began;
    clearInterval(looking);
    const after = await query(SMALL);
    await querying.onApplicationShutdown();
    rows.push([
      engine,
      number(first),
      number(median(later)),
      number(later.sort((one, other) => one - other)[Math.floor(ROUNDS * 0.95)]),
      `${Math.round(before)}`,
      `${Math.round(peak)}`,
      `${Math.round(took)}`,
      [...new Set(ends)].join(),
      after,
    ]);
  }
  heading(
    'queries',
    [],
    [`a small statement at a file, ${ROUNDS} times; then three hungry ones at once; MiB of the process and all that it began`],
  );
  table(
    ['engine', 'first, ms', 'median, ms', '95 %, ms', 'before, MiB', 'peak, MiB', 'three took, ms', 'they ended', 'the next one'],
    rows,
  );
}

const make = {
  async sqlite(file) {
    const database = new sqlite.Database(file);
    for (const sql of THINGS) database.exec(sql);
    database.close();
  },
  // In a process of its own: an instance keeps its file open for as long as the process likes.
  async duckdb(file) {
    const program = `import { DuckDBInstance } from '@duckdb/node-api';
      const [file, list] = process.argv.slice(1);
      const connection = await (await DuckDBInstance.create(file)).connect();
      for (const statement of JSON.parse(list)) await connection.run(statement);
      connection.closeSync();`;
    await run(process.execPath, ['--input-type=module', '--eval', program, file, JSON.stringify(THINGS)], {
      cwd: root,
    });
  },
};

async function millisecondsOf(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** MiB that this process and its descendants have in memory; Linux only. */
function residentMb() {
  const parents = new Map();
  const sizes = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'latin1');
      parents.set(Number(id), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      sizes.set(Number(id), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id) => id === process.pid || (parents.has(id) && parents.get(id) > 0 && isOurs(parents.get(id)));
  return [...sizes].reduce((sum, [id, size]) => sum + (isOurs(id) ? size : 0), 0);
}
