import { afterAll, describe, expect, it } from '@jest/globals';
import { DUCKDB_HONEST } from '../../../../test/fixtures/statements/duckdb-honest.js';
import { DUCKDB_HOSTILE } from '../../../../test/fixtures/statements/duckdb-hostile.js';
import { runWithOrigin } from '../../../platform/http/request-context.js';
import { createLogger } from '../../../platform/logging/logger.js';
import { Unavailable } from '../../../shared/domain-error.js';
import { DuckDbMissing, DuckDbParser } from '../../../engines/sql-guard/duckdb/duckdb-parser.js';
import { FileGuards } from './file-guards.js';
import { judgeFileStatement } from '../../../engines/sql-guard/judge-file-statement.js';
import { JudgingProcesses } from '../../../engines/sql-guard/judging-processes.js';

const logger = createLogger('silent');
const guards = new FileGuards(logger);
afterAll(() => guards.onApplicationShutdown());

describe('A statement for a file', () => {
  it('is judged by a process with the same words as in this one', async () => {
    for (const sql of [...DUCKDB_HONEST.slice(0, 20), ...DUCKDB_HOSTILE.slice(0, 60).map(([, text]) => text)])
      expect([sql, await guards.judge('duckdb', sql, 'one', [])]).toEqual([
        sql,
        await judgeFileStatement({ engine: 'duckdb', sql, tables: [] }),
      ]);
  });

  it('waits its turn: a party whose line is full is told to come back, and others are judged', async () => {
    const sql = `SELECT ${'a,'.repeat(5_000)}a FROM t`;
    const greedy = Array.from({ length: 60 }, () => guards.judge('duckdb', sql, 'greedy', []));
    const ends = Promise.allSettled(greedy);
    expect((await guards.judge('duckdb', sql, 'other', [])).ok).toBe(true);
    const refused = (await ends).filter((end) => end.status === 'rejected');
    expect(refused.length).toBe(60 - 1 - 50);
    expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
  });

  it('is not judged any more for a client that has hung up', async () => {
    const left = new AbortController();
    const gone = {
      method: 'POST',
      requestId: 'r',
      ip: null,
      userAgent: null,
      country: null,
      platformVersion: null,
      gone: left.signal,
    };
    const judgements = runWithOrigin(gone, () => [1, 2].map(() => guards.judge('duckdb', 'SELECT a FROM t', 'gone', [])));
    left.abort(new Unavailable('The client has gone.'));
    expect(await Promise.allSettled(judgements)).toMatchObject([{ value: { ok: true } }, { reason: { message: 'The client has gone.' } }]);
  });

  it('is refused when its process ends without an answer, and the next is judged by another', async () => {
    const processes = new JudgingProcesses(logger);
    const judging = processes.run('one', { engine: 'duckdb', sql: 'SELECT 1', tables: [] });
    await processes.end();
    expect(await judging).toBeNull();
    expect(await processes.run('one', { engine: 'duckdb', sql: 'SELECT 1', tables: [] })).toMatchObject({ ok: true });
    await processes.end();
  });

  it('is not judged where the engine is not installed', async () => {
    await expect(DuckDbParser.start('@duckdb/not-installed')).rejects.toThrow(DuckDbMissing);
  });
});
