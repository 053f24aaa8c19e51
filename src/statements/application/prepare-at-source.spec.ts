import { describe, expect, it } from '@jest/globals';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { Unavailable } from '../../shared/domain-error.js';
import { SourceFailed } from '../../data-sources/domain/data-source.errors.js';
import type { Caller } from '../../shared/caller.js';
import type { StatementOutcome } from '../domain/statement-outcome.js';
import type { JudgeStatement, Verdict } from './judge-statement.js';
import type { NamePolicies } from './name-policies.js';
import { PrepareAtSource } from './prepare-at-source.js';
import type { RunStatement } from './run-statement.js';
import type { TakeTurn } from './take-turn.js';

const VERDICT = { ok: true, statement: 'SELECT "main"."a"', values: [], reads: [], restrictions: null } as unknown as Verdict;
const FAILED: StatementOutcome = { kind: 'failed', reason: 'no such column: lenght', cause: 'unknown_column' };

async function prepared(
  answer: () => Promise<StatementOutcome>,
  verdict: Verdict = VERDICT,
  isFree = true,
  more: { readonly isKept?: boolean; readonly until?: AbortSignal } = {},
) {
  const asked: { limits: unknown; statement: string }[] = [];
  const judge = { execute: async () => verdict } as unknown as JudgeStatement;
  const turns = { isFree: () => isFree, execute: (_: unknown, work: (turn: unknown) => unknown) => work({}) } as unknown as TakeTurn;
  const run = {
    execute: async (request: { limits: unknown; statement: string }) => {
      asked.push({ limits: request.limits, statement: request.statement });
      return answer();
    },
  } as unknown as RunStatement;
  const names = { inViolations: async (_: unknown, violations: unknown) => violations } as unknown as NamePolicies;
  const asking = { caller: { userId: 1 } as Caller, source: { id: 1 } as DataSource, sql: 'SELECT a', ...more };
  return { asked, verdict: await new PrepareAtSource(judge, turns, run, names, { report: () => undefined }).execute(asking) };
}

describe('a statement that its source prepares', () => {
  it('is asked for without rows, as it would be sent', async () => {
    const { asked, verdict } = await prepared(
      async () => ({ kind: 'rows', result: { columns: [], rows: [], isTruncated: false } }) as never,
    );
    expect([verdict, asked]).toEqual([
      { ...VERDICT, unprepared: null },
      [{ statement: 'SELECT "main"."a"', limits: expect.objectContaining({ maxRows: 0 }) }],
    ]);
  });

  // A file is read by a process of its own, which a busy machine starts in seconds. What is taken for good then stays so.
  it('has more time where it is kept', async () => {
    const [typed, kept] = [await prepared(async () => FAILED), await prepared(async () => FAILED, VERDICT, true, { isKept: true })];
    expect([typed, kept].map(({ asked }) => asked[0]?.limits)).toMatchObject([{ timeoutMs: 3_000 }, { timeoutMs: 15_000 }]);
  });

  it('is not asked for once the time for all tries is over', async () => {
    const over = await prepared(async () => FAILED, VERDICT, true, { isKept: true, until: AbortSignal.abort() });
    expect(over).toEqual({ asked: [], verdict: { ...VERDICT, unprepared: 'silent' } });
  });

  it('is refused in the words of the source, and in words of our own under policies', async () => {
    expect((await prepared(async () => FAILED)).verdict).toMatchObject({
      ok: false,
      violations: [{ rule: 'syntax', message: { with: { reason: 'no such column: lenght' } } }],
    });
    const restricted = await prepared(async () => FAILED, { ...VERDICT, restrictions: [] } as unknown as Verdict);
    expect(restricted.verdict).toMatchObject({ ok: false });
    expect(JSON.stringify(restricted.verdict)).not.toContain('lenght');
  });

  it.each<[string, string, () => Promise<StatementOutcome>]>([
    ['cannot be reached', 'unreachable', () => Promise.reject(new SourceFailed('UNREACHABLE'))],
    ['fails in a way that nobody knows', 'unreachable', () => Promise.reject(new TypeError('x'))],
    ['has no place', 'busy', () => Promise.reject(new Unavailable())],
    ['takes too long', 'silent', async () => ({ kind: 'timed_out' })],
    ['is given up', 'silent', async () => ({ kind: 'cancelled' })],
    ['has no memory', 'unasked', async () => ({ kind: 'out_of_memory' })],
  ])('is judged by the guard alone where the source %s, and says so', async (_, unprepared, answer) => {
    expect((await prepared(answer)).verdict).toEqual({ ...VERDICT, unprepared });
  });

  it('does not wait in line, and asks nothing of what the guard refuses or whose columns are looked up', async () => {
    const refused: Verdict = { ok: false, violations: [] };
    const open = { ...VERDICT, open: {} } as unknown as Verdict;
    for (const [verdict, isFree, said] of [
      [VERDICT, false, { unprepared: 'busy' }],
      [refused, true, {}],
      [open, true, { unprepared: 'looked_up' }],
    ] as const)
      expect(await prepared(async () => FAILED, verdict, isFree)).toEqual({ asked: [], verdict: { ...verdict, ...said } });
  });
});
