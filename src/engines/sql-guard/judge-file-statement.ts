import type { Judgement } from './judgement.js';
import type { Restricting } from './restriction.js';
import { tooManyCompared } from './compared-values.js';
import { DuckDbMissing, DuckDbParser, NumberTooLarge } from './duckdb/duckdb-parser.js';
import { judgeDuckDb } from './duckdb/judge-duckdb.js';
import { restrictDuckDb } from './duckdb/restrict-duckdb.js';
import { pastedIn } from './pasted.js';
import { notUnderstood } from './judge.js';
import { NOT_RESTRICTED } from './restrict.js';
import type { EndOf, JudgingTask, RestrictingTask } from './judging-protocol.js';
import { SqliteJudge } from './sqlite/judge-sqlite.js';
import { restrictSqlite } from './sqlite/restrict-sqlite.js';
import { unreadable } from './statement-text.js';

/** Each engine starts once, when it is first needed. */
let duckDb: Promise<DuckDbParser> | undefined;
let sqlite: Promise<SqliteJudge> | undefined;

/** Lets the engine itself read the statement. Call it only in a separate process, because the engines are native code. Never throws. */
export function judgeFileStatement({ engine, sql, tables }: JudgingTask): Promise<EndOf<Judgement>> {
  const violation = unreadable(sql) ?? pastedIn(sql, engine);
  if (violation !== null) return Promise.resolve({ ok: false, violations: [violation] });
  return answered<Judgement>(NOT_READ, async () => {
    if (engine === 'sqlite') return (await startedSqlite()).judge(sql, tables);
    return judgeDuckDb(await startedDuckDb(), sql).catch((error: unknown) => {
      if (error instanceof NumberTooLarge) return TOO_LARGE;
      throw error;
    });
  });
}

/** Writes a statement that was judged so that it reads what the restrictions permit; there too, and never throws. */
export function restrictFileStatement({ engine, sql, tables, uses }: RestrictingTask): Promise<EndOf<Restricting>> {
  const violation = tooManyCompared(engine, uses);
  if (violation !== null) return Promise.resolve({ ok: false, violations: [violation] });
  return answered<Restricting>(NOT_RESTRICTED, async () => {
    if (engine === 'sqlite') return restrictSqlite(await startedSqlite(), sql, tables, uses);
    return restrictDuckDb(await startedDuckDb(), sql, tables, uses);
  });
}

const TOO_LARGE = notUnderstood("A number in it is larger than a DOUBLE can be. Write 'Infinity'::DOUBLE, or a smaller number.");
const NOT_READ = notUnderstood('The statement cannot be read. Write it more simply.');

/** When an engine fails, nothing is let through. */
async function answered<Answer extends Judgement | Restricting>(refusal: Answer, answer: () => Promise<Answer>): Promise<EndOf<Answer>> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof DuckDbMissing) return { missing: true };
    // After an error that we did not expect its state is unknown, so the next statement gets a new one.
    sqlite = undefined;
    return refusal;
  }
}

function startedSqlite(): Promise<SqliteJudge> {
  sqlite ??= SqliteJudge.start();
  return sqlite;
}

function startedDuckDb(): Promise<DuckDbParser> {
  duckDb ??= DuckDbParser.start();
  return duckDb;
}
