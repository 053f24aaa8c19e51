import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import { ThreadedQuerying } from '../../src/statements/adapters/querying/threaded-querying.js';
import type { Target } from '../../src/engines/catalog-reader/target.js';
import type { Cell, StatementOutcome } from '../../src/statements/domain/statement-outcome.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { UNCHANGED } from '../support/unchanged-sources.js';

/** A source with a table `things (id integer, name text)` that holds (1, 'one'), (2, 'two'), (3, NULL). */
export interface StatementSource {
  readonly target: Target;
  /** What cannot be reached. */
  readonly nowhere: Target;
  /** Everything that a statement could have changed, as a text. */
  state(): Promise<string>;
  /** Connections, processes and files that are left of ours, but for connections that rest: no statement, no transaction, no lock. */
  leftovers(): Promise<unknown[]>;
  stop(): Promise<void>;
}

export interface StatementContract {
  readonly things: string;
  readonly types: { readonly sql: string; readonly cells: readonly Cell[]; readonly names: readonly string[] };
  /** Counts to `n` with rows on the way. */
  series(n: number): string;
  readonly endless: readonly string[];
  /** A text of so many letters. */
  giant(letters: number): string;
  readonly writes: readonly string[];
  readonly failing: readonly string[];
  /** Products of relations, that the engine can price before it runs them; none where it cannot. */
  readonly products?: { readonly cheap: readonly string[]; readonly dear: readonly string[] };
  start(): Promise<StatementSource>;
}

export function statementRunnerContract(contract: StatementContract): void {
  const { things } = contract;
  let source: StatementSource;
  let querying: ThreadedQuerying;

  beforeAll(async () => {
    source = await contract.start();
    const config = loadConfig({ ...testEnvironment });
    querying = new ThreadedQuerying(config, createLogger('silent', { write: () => undefined }), UNCHANGED);
  });
  afterAll(async () => {
    await querying.onApplicationShutdown();
    await source.stop();
  });

  const run = (
    sql: string,
    {
      maxRows = 100,
      timeoutMs = 10_000,
      isProduct = false,
      signal = new AbortController().signal,
      target = source.target,
      admit = async (): Promise<void> => undefined,
    } = {},
  ): Promise<StatementOutcome> => {
    const query = { statement: sql, values: [], reads: [{ schema: 'main', name: 'things' }], isFenced: false };
    const asker = { organizationId: 1, dataSourceId: 1, userId: 1 };
    return querying.inTurn(asker, target.engine, signal, (turn) =>
      querying.run(target, query, turn, { maxRows, timeoutMs, isProduct }, { signal, admit }),
    );
  };
  const result = async (...given: Parameters<typeof run>) => {
    const outcome = await run(...given);
    if (outcome.kind !== 'rows') throw new Error(JSON.stringify(outcome));
    return outcome.result;
  };
  const expectNothingLeft = (): Promise<void> =>
    eventually('nothing is left at the source', async () => (await source.leftovers()).length === 0);

  it('asks whether the statement may still go out when the connection stands, and sends nothing otherwise', async () => {
    const order: string[] = [];
    const admit = async (): Promise<void> => void order.push('asked');
    await result(`SELECT id FROM ${things}`, { admit });
    expect(order).toEqual(['asked']);
    const refused = new Error('It may not.');
    await expect(run(`SELECT id FROM ${things}`, { admit: () => Promise.reject(refused) })).rejects.toBe(refused);
    await expectNothingLeft();
  });

  it('gives columns and rows in their order', async () => {
    const { columns, rows, isTruncated } = await result(`SELECT id, name FROM ${things} ORDER BY id DESC`);
    expect(columns.map(({ name }) => name)).toEqual(['id', 'name']);
    expect(columns.every(({ type }) => type !== '')).toBe(true);
    expect([rows, isTruncated]).toEqual([
      [
        [3, null],
        [2, 'two'],
        [1, 'one'],
      ],
      false,
    ]);
    await expectNothingLeft();
  });

  it('names the columns of a result without rows', async () => {
    const { columns, rows } = await result(`SELECT name, id FROM ${things} WHERE id > 99`);
    expect([columns.map(({ name }) => name), rows]).toEqual([['name', 'id'], []]);
  });

  it('gives each type as the answer promises', async () => {
    const { columns, rows } = await result(contract.types.sql);
    expect(rows).toEqual([contract.types.cells]);
    expect(columns.map(({ name }) => name)).toEqual(contract.types.names);
  });

  it('keeps columns of hostile names in their order', async () => {
    const { columns, rows } = await result(`SELECT 1 AS "b", 2 AS "2", 3 AS "1", 4 AS "__proto__", 5 AS "{{x}} $& ü"`);
    expect(columns.map(({ name }) => name)).toEqual(['b', '2', '1', '__proto__', '{{x}} $& ü']);
    expect(rows).toEqual([[1, 2, 3, 4, 5]]);
  });

  it('ends at the wanted number of rows and says that there was more', async () => {
    const some = await result(contract.series(500), { maxRows: 3 });
    expect([some.rows.map(([cell]) => cell), some.isTruncated]).toEqual([[1, 2, 3], true]);
    const all = await result(contract.series(3), { maxRows: 3 });
    expect([all.rows.length, all.isTruncated]).toEqual([3, false]);
    await expectNothingLeft();
  });

  it('only prepares a statement of which no rows are wanted', async () => {
    for (const statement of [`SELECT id FROM ${things}`, ...contract.endless])
      expect((await result(statement, { maxRows: 0 })).rows).toEqual([]);
    // By an alias too, also where restrictions have made a subquery of the table.
    for (const sql of [
      `SELECT no_such_column FROM ${things}`,
      `SELECT t.no_such_column FROM ${things} t`,
      `SELECT t.no_such_column FROM (SELECT id FROM ${things}) t`,
    ])
      expect([sql, await run(sql, { maxRows: 0 })]).toMatchObject([sql, { kind: 'failed', cause: 'unknown_column' }]);
    await expectNothingLeft();
  });

  it('cuts a long cell at 64 KiB and ends a result at 1 MiB', async () => {
    const cut = await result(`SELECT ${contract.giant(200_000)} AS g`);
    expect([cut.isTruncated, String(cut.rows[0]?.[0]).length]).toEqual([true, 65_536]);
    const many = await result(`SELECT ${contract.giant(60_000)} AS g FROM (${contract.series(100)}) s`);
    expect([many.isTruncated, many.rows.length]).toEqual([true, 17]);
    await expectNothingLeft();
  });

  it('survives a cell that is larger than its memory', async () => {
    const { kind } = await run(`SELECT ${contract.giant(200_000_000)} AS g`, { timeoutMs: 15_000 });
    expect(['rows', 'out_of_memory', 'failed', 'timed_out']).toContain(kind);
    expect((await result('SELECT 1')).rows).toEqual([[1]]);
  });

  it.each(contract.endless)('ends by the time limit, at the source too: %s', async (sql) => {
    expect(await run(sql, { timeoutMs: 700 })).toEqual({ kind: 'timed_out' });
    await expectNothingLeft();
  });

  const { cheap = [], dear = [] } = contract.products ?? {};
  (cheap.length === 0 ? it.skip : it)('runs a product of few rows, and tells the price of a dear one instead', async () => {
    for (const sql of cheap) expect([sql, (await run(sql, { isProduct: true })).kind]).toEqual([sql, 'rows']);
    for (const sql of dear) {
      const outcome = await run(sql, { isProduct: true });
      expect([sql, outcome]).toEqual([
        sql,
        {
          kind: 'failed',
          cause: 'too_costly',
          reason: expect.stringMatching(/estimates a cost of [\d,]{8,}; 10,000,000 is allowed/),
        },
      ]);
    }
    await expectNothingLeft();
  });

  (cheap.length === 0 ? it.skip : it)('asks again when the price is known, for counting may take long', async () => {
    let asked = 0;
    const refused = new Error('It may not any more.');
    const admit = async (): Promise<void> => {
      asked += 1;
      if (asked === 2) throw refused;
    };
    await expect(run(cheap[0] ?? '', { isProduct: true, admit })).rejects.toBe(refused);
    await expectNothingLeft();
    // A price that is too high ends it before.
    asked = 0;
    expect([(await run(dear[0] ?? '', { isProduct: true, admit })).kind, asked]).toEqual(['failed', 1]);
  });

  it('ends when it is cancelled, at the source too', async () => {
    const cancelling = new AbortController();
    const outcome = run(contract.endless[0] ?? '', { signal: cancelling.signal, timeoutMs: 60_000 });
    await eventually('it runs', async () => (await source.leftovers()).length > 0);
    cancelling.abort();
    expect(await outcome).toEqual({ kind: 'cancelled' });
    await expectNothingLeft();
  });

  it.each(contract.writes)('changes nothing, even if it passed a guard: %s', async (sql) => {
    const before = await source.state();
    await run(sql, { timeoutMs: 3_000 }).catch(() => undefined);
    expect(await source.state()).toBe(before);
    await expectNothingLeft();
  });

  it.each([
    `SELECT 1; SELECT 2`,
    `SELECT 1; DROP TABLE ${things}`,
    `SELECT 1) AS x; DROP TABLE ${things}; --`,
    `COMMIT; DROP TABLE ${things}`,
  ])('refuses a second statement: %s', async (sql) => {
    expect((await run(sql)).kind).toBe('failed');
    expect((await result(`SELECT count(*) FROM ${things}`)).rows).toEqual([[3]]);
  });

  it.each([...contract.failing, 'SELECT ,', '', ';', '--'])('tells the words of the source on one line: %s', async (sql) => {
    const outcome = await run(sql);
    if (outcome.kind !== 'failed') throw new Error(JSON.stringify(outcome));
    expect(outcome.reason).toMatch(/^.{1,500}$/u);
    await expectNothingLeft();
  });

  it('reports an unreachable source and a failing statement as different faults', async () => {
    await expect(run('SELECT 1', { target: source.nowhere })).rejects.toMatchObject({
      code: 'DATA_SOURCE_UNREACHABLE',
    });
  });

  it('serves twenty at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => result(`SELECT ${n} AS n`)));
    expect(all.map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 20 }, (_, n) => n));
    await expectNothingLeft();
  }, 60_000);
}
