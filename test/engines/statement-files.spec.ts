import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { judge } from '../../src/engines/sql-guard/judge.js';
import { judgeFileStatement } from '../../src/engines/sql-guard/judge-file-statement.js';
import type { Dialect, Judgement } from '../../src/engines/sql-guard/judgement.js';
import { asSaid } from '../../src/shared/sentence.js';

/**
 * A folder with public collections of statements, in folders that are named for their engine. They are other people's files, so none is
 * here: docs/testing.md says where they are.
 */
const FOLDER = process.env['TEST_STATEMENTS'];
const ENGINES: readonly Dialect[] = ['postgresql', 'mysql', 'sqlite', 'duckdb'];
const MOST_OF_A_FILE = 5_000;

const files =
  FOLDER === undefined
    ? []
    : readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
        const engine = ENGINES.find((one) => file.split(sep).includes(one));
        return engine !== undefined && /\.(?:sql|test|json)$/.test(file) ? [[engine, file] as const] : [];
      });

if (FOLDER !== undefined && files.length === 0)
  throw new Error('No file of TEST_STATEMENTS is in a folder with the name of an engine: postgresql, mysql, sqlite or duckdb.');

const READS = /^[\s(]*(?:select|with|values|from)\b/i;
/** What stands in a collection for something else: variables, loops, and wrong statements of a test. */
const STAND_INS = /\$\{|<REGEX>|[a-z_]+_placeholder|:'?\w+'?\s*(?:;|$)/;
const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\$(\w*)\$[^]*?\$\1\$|--[^\n]*|\/\*[^]*?\*\/|[^]/g;

/** Of a script, cut at each semicolon that is no part of a text. */
function ofScript(text: string): string[] {
  const found = [''];
  for (const [part] of text.replaceAll(/^\\.*$/gm, '').matchAll(PARTS)) {
    if (part === ';') found.push('');
    else if (!part.startsWith('--')) found[found.length - 1] += part;
  }
  return found;
}

/** Of a sqllogictest, those that have to answer rows. */
function ofLogicTest(text: string): string[] {
  return [...text.matchAll(/^query\b[^\n]*\n([^]*?)\n----/gm)].map(([, sql = '']) => sql);
}

/** Texts anywhere in it, with the values of their variables. */
function ofJson(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/;\s*$/, '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(ofJson) : [];
}

function statementsIn(file: string): readonly string[] {
  const text = readFileSync(join(FOLDER ?? '', file), 'utf8');
  const all = file.endsWith('.json') ? ofJson(JSON.parse(text)) : file.endsWith('.test') ? ofLogicTest(text) : ofScript(text);
  const reading = all.map((sql) => sql.trim()).filter((sql) => READS.test(sql) && !STAND_INS.test(sql));
  return [...new Set(reading)].slice(0, MOST_OF_A_FILE);
}

async function judged(engine: Dialect, sql: string): Promise<Judgement> {
  if (engine === 'postgresql' || engine === 'mysql') return judge(engine, sql);
  const end = await judgeFileStatement({ engine, sql, tables: [] });
  if ('missing' in end) throw new Error('The engine is not installed.');
  return end;
}

/** The guard has given up on these, and names no limit. */
const GIVEN_UP = /cannot be read\. Write it more simply/;

(files.length > 0 ? describe : describe.skip)('the statements of public collections (needs TEST_STATEMENTS)', () => {
  const counts = new Map<string, number>();
  const examples = new Map<string, string>();
  afterAll(() => {
    const told = [...counts].sort(([, one], [, other]) => other - one).slice(0, 200);
    process.stderr.write(`${told.map(([what, count]) => `${count}\t${what}\t${examples.get(what) ?? ''}`).join('\n')}\n`);
  });

  it.each(files)('are taken by %s, or refused for a limit that is named: %s', async (engine, file) => {
    const unnamed: string[] = [];
    for (const sql of statementsIn(file)) {
      const judgement = await judged(engine, sql);
      const [violation] = judgement.ok ? [] : judgement.violations;
      const words = violation && asSaid(violation.message);
      const what = violation && words ? `${violation.rule}: ${words.template} ${JSON.stringify(words.with)}` : 'taken';
      const line = `${engine} ${what}`.slice(0, 220);
      counts.set(line, (counts.get(line) ?? 0) + 1);
      if (violation !== undefined) examples.set(line, JSON.stringify(sql.slice(0, 160)));
      if (words !== undefined && GIVEN_UP.test(words.template)) unnamed.push(sql);
    }
    expect(unnamed).toEqual([]);
  });
});
