import { beforeEach, describe, expect, it } from '@jest/globals';
import { sourceAt } from '../../../test/support/same-data-scene.js';
import type { Caller } from '../../shared/caller.js';
import { Forbidden } from '../../shared/domain-error.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { FindDataSource } from '../../data-sources/application/find-data-source.js';
import type { DataSources } from '../../data-sources/application/ports/data-sources.js';
import type { Querying, Sending, StatementLimits, Turn } from './ports/querying.js';
import type { ReachData, Reached } from '../../data-sources/application/reach-data.js';
import type { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import { RunStatement } from './run-statement.js';

const caller = { userId: 1 } as Caller;
const judged: DataSource = sourceAt('one.example', { id: 9 });
const LIMITS: StatementLimits = { maxRows: 10, timeoutMs: 1_000, isProduct: false };
const TURN: Turn = { asker: { organizationId: 1, dataSourceId: 9, userId: 1 }, waitedMs: 0 };

describe('a judged statement', () => {
  /** As it is stored now. */
  let stored: DataSource | null;
  let isRefused: boolean;
  /** Versions with which it was run, and times that the source was read again. */
  let ran: number[];
  let reads: number;
  beforeEach(() => {
    [stored, isRefused, ran, reads] = [judged, false, [], 0];
  });

  const run = async (): Promise<unknown> => {
    const rows: Pick<RequireRowAccess, 'execute'> = {
      execute: async () => {
        if (isRefused) throw new Forbidden();
      },
    };
    const sources: Pick<DataSources, 'find'> = {
      find: async () => {
        reads += 1;
        return stored;
      },
    };
    const reach: Pick<ReachData, 'unchanged'> = {
      unchanged: async ({ version }) => (version === stored?.version ? ({ target: version, keys: [] } as unknown as Reached) : null),
    };
    const querying = {
      run: async (target: unknown) => {
        ran.push(target as number);
        return { kind: 'timed_out' };
      },
    } as unknown as Querying;
    const runStatement = new RunStatement(
      rows as RequireRowAccess,
      new FindDataSource(sources as DataSources),
      reach as ReachData,
      querying,
    );
    const sending: Sending = { admit: async () => undefined, signal: new AbortController().signal };
    const query = { statement: 'SELECT 1', values: [], reads: [], isFenced: false };
    return runStatement.execute({ ...query, ...sending, caller, source: judged, turn: TURN, limits: LIMITS }).then(
      ({ kind }) => kind,
      ({ code }) => code,
    );
  };

  it('is run at the source for which it was judged, which is not read again', async () => {
    expect([await run(), ran, reads]).toEqual(['timed_out', [1], 0]);
  });

  it('is run at the source as it is now, if it goes by another name since', async () => {
    stored = { ...judged, name: 'Store', version: 2 };
    expect([await run(), ran]).toEqual(['timed_out', [2]]);
  });

  it.each<[string, () => void, string]>([
    ['is gone', () => (stored = null), 'NOT_FOUND'],
    ['leads elsewhere', () => (stored = { ...sourceAt('two.example', { id: 9 }), version: 2 }), 'CHANGED_MEANWHILE'],
    ['is closed', () => (stored = { ...judged, closed: 'same_data', version: 2 }), 'DATA_SOURCE_CLOSED'],
    ['is kept from the person by a policy', () => (isRefused = true), 'FORBIDDEN'],
  ])('is not run if the source %s since', async (_, happen, code) => {
    happen();
    expect([await run(), ran]).toEqual([code, []]);
  });
});
