import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ServerTarget } from '../../src/engines/catalog-reader/target.js';
import { WatchDataSources } from '../../src/data-sources/application/watch-data-sources.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import { QueryThreads } from '../../src/statements/adapters/querying/query-threads.js';
import { ThreadedQuerying } from '../../src/statements/adapters/querying/threaded-querying.js';
import type { Cell, StatementOutcome } from '../../src/statements/domain/statement-outcome.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { testEnvironment } from '../setup/test-environment.mjs';

interface KeptSource {
  readonly target: ServerTarget;
  /** As seen by the server: all connections of ours, with what they hold. */
  connections(): Promise<readonly string[]>;
  endAll(): Promise<void>;
  /** From now on one connection at most. */
  onlyOne(): Promise<void>;
  stop(): Promise<void>;
}

export interface KeptContract {
  /** Answers the number of the connection. */
  readonly session: string;
  readonly slow: string;
  readonly failing: string;
  /** What a statement leaves behind, the statement that finds it, and what that answers in a new connection. */
  readonly leaving: readonly (readonly [leave: string, look: string, fresh: Cell])[];
  start(): Promise<KeptSource>;
}

const silent = createLogger('silent', { write: () => undefined });

export function keptConnectionsContract(contract: KeptContract): void {
  let source: KeptSource;
  let querying: ThreadedQuerying;
  let changed: (dataSourceId: number) => void;
  const watchDataSources = new WatchDataSources({ watch: async (hears) => void (changed = hears) });
  const begun: (() => Promise<void>)[] = [];

  const instance = (): ThreadedQuerying => {
    const made = new ThreadedQuerying(loadConfig({ ...testEnvironment }), silent, watchDataSources);
    begun.push(() => made.onApplicationShutdown());
    return made;
  };
  beforeAll(async () => {
    source = await contract.start();
  });
  afterAll(() => source.stop());
  beforeEach(() => {
    querying = instance();
  });
  afterEach(async () => {
    for (const end of begun.splice(0)) await end();
    await eventually('nothing of ours is left', async () => (await source.connections()).length === 0);
  });

  const run = (
    sql: string,
    {
      target = source.target,
      asker = { organizationId: 1, dataSourceId: 1, userId: 1 },
      timeoutMs = 10_000,
      signal = new AbortController().signal,
      admit = async (): Promise<void> => undefined,
      on = querying,
    } = {},
  ): Promise<StatementOutcome> => {
    const query = { statement: sql, values: [], reads: [], isFenced: false };
    return on.inTurn(asker, target.engine, signal, (turn) =>
      on.run(target, query, turn, { maxRows: 100, timeoutMs, isProduct: false }, { signal, admit }),
    );
  };
  const cell = async (...given: Parameters<typeof run>): Promise<Cell | undefined> => {
    const outcome = await run(...given);
    if (outcome.kind !== 'rows') throw new Error(JSON.stringify(outcome));
    return outcome.result.rows[0]?.[0];
  };
  const session = (given: Parameters<typeof run>[1] = {}): Promise<Cell | undefined> => cell(contract.session, given);
  const there = (changes: Partial<ServerTarget['server']>): ServerTarget => ({
    ...source.target,
    server: { ...source.target.server, ...changes },
  });

  it('serves the next statement on the connection of the last, which holds nothing meanwhile', async () => {
    const first = await session();
    expect(await session()).toBe(first);
    expect(await source.connections()).toEqual(['rests']);
  });

  it('stays for each of the statements that may run at once', async () => {
    const together = (): Promise<readonly (Cell | undefined)[]> =>
      Promise.all([1, 2, 3].map((userId) => session({ asker: { organizationId: 1, dataSourceId: 1, userId } })));
    const first = await together();
    expect(new Set(first).size).toBe(3);
    expect((await together()).toSorted()).toEqual(first.toSorted());
  });

  it.each(contract.leaving)('finds nothing of what the statement before has left: %s', async (leave, look, fresh) => {
    const before = await session();
    await run(leave);
    const [now, found] = [await session(), await cell(look)];
    expect([now, found]).toEqual([before, fresh]);
  });

  it.each([
    ['another organization, with the same address and account', { asker: { organizationId: 2, dataSourceId: 2, userId: 1 } }],
    ['another source of the organization', { asker: { organizationId: 1, dataSourceId: 2, userId: 1 } }],
  ])('serves no statement of %s', async (_, other) => {
    const first = await session();
    expect(await session(other)).not.toBe(first);
    expect(await session()).toBe(first);
  });

  it.each([
    ['address', () => ({ name: '127.0.0.1' })],
    ['TLS settings', () => ({ tls: { mode: 'disable' as const, ca: 'another' } })],
    ['database', () => ({ database: source.target.engine === 'mysql' ? 'mysql' : 'postgres' })],
  ])('ends when the %s of the source is another', async (_, changes) => {
    const first = await session();
    expect(await session({ target: there(changes()) })).not.toBe(first);
    await eventually('the first one is gone', async () => (await source.connections()).length === 1);
    expect(await session()).not.toBe(first);
  });

  it('does not serve with a wrong password, although one with the right one rests', async () => {
    await session();
    await expect(run('SELECT 1', { target: there({ password: 'wrong' }) })).rejects.toMatchObject({
      code: 'DATA_SOURCE_LOGIN_FAILED',
    });
    expect(await source.connections()).toEqual([]);
  });

  it('is not used where its address is not among those that were allowed for the statement', async () => {
    const first = await session();
    const elsewhere = there({ addresses: ['127.0.0.2'] });
    await run(contract.session, { target: elsewhere }).catch(() => undefined);
    await eventually('the first one is gone', async () => (await source.connections()).length <= 1);
    expect(await session()).not.toBe(first);
  });

  it.each([
    ['fails', () => run(contract.failing)],
    ['takes too long', () => run(contract.slow, { timeoutMs: 300 })],
    ['is cancelled', () => cancelled()],
    ['may not go out any more', () => run('SELECT 1', { admit: () => Promise.reject(new Error('It may not.')) })],
  ])('is closed when its statement %s', async (_, end) => {
    const first = await session();
    await end().catch(() => undefined);
    await eventually('it is gone', async () => (await source.connections()).length === 0);
    expect(await session()).not.toBe(first);
  });

  it('never loses a statement to the cancellation of another', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [late, ...others] = await Promise.all([cancelled(), cell('SELECT 1'), cell('SELECT 2')]);
      expect([late.kind, ...others]).toEqual(['cancelled', 1, 2]);
      // It is cancelled as it ends, before the next one.
      const cancelling = new AbortController();
      const ended = run(contract.session, { signal: cancelling.signal }).finally(() => cancelling.abort());
      expect(['rows', 'cancelled']).toContain((await ended).kind);
      expect(await cell('SELECT 3')).toBe(3);
    }
  });

  it('is replaced without a word when the server has ended it', async () => {
    const first = await session();
    await source.endAll();
    expect(await session()).not.toBe(first);
  });

  it('serves twenty at once, and keeps two for a source', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => cell(`SELECT ${n} AS n`)));
    expect(all).toEqual(Array.from({ length: 20 }, (_, n) => n));
    await eventually('two are left', async () => (await source.connections()).length <= 2);
    expect(await source.connections()).toEqual(['rests', 'rests']);
  }, 60_000);

  it('ends with its source, and at once where it rests', async () => {
    await session();
    await session({ asker: { organizationId: 1, dataSourceId: 2, userId: 1 } });
    changed(1);
    await eventually('it is gone', async () => (await source.connections()).length === 1);
    expect(await source.connections()).toEqual(['rests']);
  });

  it('ends after the statement that runs while its source is changed', async () => {
    await run(contract.session, { admit: async () => changed(1) });
    await eventually('it is gone', async () => (await source.connections()).length === 0);
  });

  it('ends when the instance stops', async () => {
    const other = instance();
    await session({ on: other });
    await other.onApplicationShutdown();
    expect(await source.connections()).toEqual([]);
  });

  it('ends when it has rested, and when its login is long ago', async () => {
    const limits = { most: 8, source: 2, memoryMb: 192 };
    const opener = { organizationId: 1, dataSourceId: 1, key: 'key' };
    const statement = {
      ...{ statement: contract.session, values: [], reads: [], isFenced: false },
      maxRows: 1,
      timeoutMs: 10_000,
      mostCost: null,
    };
    const ask = async (threads: QueryThreads): Promise<unknown> => {
      const end = await threads.run(source.target, statement, opener, { isAdmitted: async () => true, stop: new AbortController().signal });
      return end.kind === 'rows' ? end.result.rows[0]?.[0] : end;
    };
    const resting = new QueryThreads({ ...limits, idleMs: 1 }, silent);
    const old = new QueryThreads({ ...limits, oldestMs: 0 }, silent);
    begun.push(
      () => resting.end(),
      () => old.end(),
    );
    expect(await ask(resting)).toEqual(expect.any(Number));
    await eventually('it is gone', async () => (await source.connections()).length === 0);
    expect(await ask(old)).toEqual(expect.any(Number));
    await eventually('it is gone', async () => (await source.connections()).length === 0);
  });

  it('makes room where the source has no connection left', async () => {
    await session();
    await source.onlyOne();
    expect(await session({ asker: { organizationId: 1, dataSourceId: 2, userId: 1 } })).toEqual(expect.any(Number));
    await querying.closeAt(source.target);
    expect(await source.connections()).toEqual([]);
  });

  async function cancelled(): Promise<StatementOutcome> {
    const cancelling = new AbortController();
    const outcome = run(contract.slow, { signal: cancelling.signal, timeoutMs: 60_000 });
    await eventually('it runs', async () => (await source.connections()).includes('works'));
    cancelling.abort();
    return outcome;
  }
}
