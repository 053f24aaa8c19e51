import { expect, it } from '@jest/globals';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Turn } from './take-turn.js';
import type { Caller } from '../../shared/caller.js';
import { JudgeForRunning } from './judge-for-running.js';
import type { JudgeStatement, Verdict } from './judge-statement.js';
import type { JudgedStatement, RunJudgedStatement } from './run-judged-statement.js';

const PIVOT = 'PIVOT orders ON status';
const LOOKUP = 'SELECT DISTINCT status FROM orders';
const WRITTEN = `PIVOT orders ON status IN ('paid', 'sent')`;

it('ties the values that it looked up to the judgement of their lookup, from its first moment on', async () => {
  let now = 0;
  const clock = { now: () => new Date((now += 60_000)) };
  const nothing = { values: [], reads: [], isProduct: false, isFenced: false, columns: null, restrictions: null };
  const judge: Pick<JudgeStatement, 'execute'> = {
    execute: async ({ sql }): Promise<Verdict> => ({
      ok: true,
      statement: `${sql};`,
      ...nothing,
      open: sql === PIVOT ? { statement: LOOKUP, at: PIVOT.length } : undefined,
    }),
  };
  const lookups: JudgedStatement[] = [];
  const run: Pick<RunJudgedStatement, 'execute'> = {
    execute: async (judged) => {
      lookups.push({ ...judged, judged: [...judged.judged] });
      return { columns: [], rows: [['paid'], ['sent']], isTruncated: false, durationMs: 1, restrictions: [] };
    },
  };
  const written = await new JudgeForRunning(judge as JudgeStatement, run as RunJudgedStatement, clock).execute({
    caller: { userId: 1 } as Caller,
    permission: 'query.run',
    source: { id: 3 } as DataSource,
    sql: PIVOT,
    limits: { maxRows: 10, timeoutMs: 1_000 },
    turn: {} as Turn,
    signal: new AbortController().signal,
  });
  const began = new Date(60_000);
  expect(lookups).toMatchObject([{ began, judged: [{ sql: LOOKUP }] }]);
  expect(written).toMatchObject({ ok: true, began, judged: [{ sql: LOOKUP }, { sql: WRITTEN }] });
});
