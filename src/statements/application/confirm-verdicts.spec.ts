import { describe, expect, it } from '@jest/globals';
import type { EnteredSource } from '../../data-sources/application/enter-data-source.js';
import type { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import type { Caller } from '../../shared/caller.js';
import type { ConfirmAsker } from './confirm-asker.js';
import { ConfirmVerdicts } from './confirm-verdicts.js';
import type { JudgeStatement, Verdict } from './judge-statement.js';
import type { DataPolicies } from './ports/data-policies.js';
import { WhileSightHolds } from './while-sight-holds.js';

const caller = { userId: 1 } as Caller;
const began = new Date('2026-11-20T09:00:00.000Z');
const moment = { at: began, schema: null, dataPolicies: null };
const source = { id: 3, organizationId: 1, connection: { file: 'rivers.db' }, moment } as EnteredSource;

function allowed(statement: string): Verdict {
  const nothing = { values: [], reads: [], isProduct: false, isFenced: false, columns: null, restrictions: null };
  return { ok: true, statement, ...nothing };
}

const LOOKUP = { sql: 'SELECT status FROM orders', verdict: allowed('lookup') };
const WRITTEN = { sql: 'PIVOT orders ON status IN (…)', verdict: allowed('written') };

/**
 * @param ms that have passed
 * @param now what is decided now; `null`: the person has lost access. `atEntry`: by what was in force when they entered the source again
 */
function confirmed(
  ms: number,
  now: Record<string, Verdict> | null,
  { sights = ['same'], found = source, written = WRITTEN.verdict, isForbidden = false, atEntry = now } = {},
) {
  const asked: string[] = [];
  const asker: Pick<ConfirmAsker, 'execute'> = {
    execute: async () => {
      asked.push('caller');
      if (now === null) throw new Error('Forbidden');
      return found;
    },
  };
  const rows: Pick<RequireRowAccess, 'execute'> = {
    execute: async () => {
      asked.push('rows');
      if (isForbidden) throw new Error('PolicyRefused');
    },
  };
  const judge: Pick<JudgeStatement, 'execute'> = {
    execute: async ({ sql, source: of }) => {
      asked.push(sql);
      const verdicts = of.moment === undefined ? now : atEntry;
      return verdicts?.[sql] ?? { ok: false, violations: [] };
    },
  };
  const left = [...sights];
  const policies: Pick<DataPolicies, 'sightOf'> = {
    sightOf: async () => (left.length > 1 ? left.shift() : left[0]) ?? null,
  };
  const holds = new WhileSightHolds(asker as ConfirmAsker, policies as DataPolicies);
  const clock = { now: () => new Date(began.getTime() + ms) };
  const confirm = new ConfirmVerdicts(asker as ConfirmAsker, rows as RequireRowAccess, judge as JudgeStatement, holds, clock);
  const judged = [LOOKUP, { ...WRITTEN, verdict: written }];
  const end = confirm.execute({ caller, permission: 'query.run', source, judged, began }).then(
    () => 'goes out',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
  return end.then((how) => ({ how, asked }));
}

describe('a statement that goes out', () => {
  const same = { [LOOKUP.sql]: LOOKUP.verdict, [WRITTEN.sql]: WRITTEN.verdict };

  it('is not judged again within a second', async () => {
    expect(await confirmed(1_000, null)).toEqual({ how: 'goes out', asked: [] });
  });

  it('is judged again after that, with all that looked up its values', async () => {
    const { how, asked } = await confirmed(1_001, same);
    expect([how, asked]).toEqual(['goes out', ['caller', 'rows', LOOKUP.sql, WRITTEN.sql, 'caller']]);
  });

  it('is the same under the same policies, whose aliases are drawn anew each time', async () => {
    const before = allowed('SELECT * FROM (SELECT h0123456789abcdef.id FROM t AS h0123456789abcdef) AS t');
    const now = allowed('SELECT * FROM (SELECT hfedcba9876543210.id FROM t AS hfedcba9876543210) AS t');
    const { how } = await confirmed(60_000, { ...same, [WRITTEN.sql]: now }, { written: before });
    expect(how).toBe('goes out');
  });

  it.each([
    ['the lookup of its values', { ...same, [LOOKUP.sql]: allowed('lookup of fewer rows') }],
    ['it', { ...same, [WRITTEN.sql]: allowed('fewer columns') }],
    ['it no more at all', { [LOOKUP.sql]: LOOKUP.verdict }],
  ])('stays here when policies restrict %s', async (_, now) => {
    expect((await confirmed(60_000, now)).how).toBe('CHANGED_MEANWHILE');
  });

  it('stays here when policies change while it is judged again', async () => {
    expect((await confirmed(60_000, same, { sights: ['before', 'after'] })).how).toBe('CHANGED_MEANWHILE');
  });

  it('stays here when a policy comes into force right after the person has entered the source again', async () => {
    const now = { ...same, [WRITTEN.sql]: allowed('fewer columns') };
    expect((await confirmed(60_000, now, { atEntry: same })).how).toBe('CHANGED_MEANWHILE');
  });

  it('stays here when an access policy forbids to read rows', async () => {
    expect((await confirmed(60_000, same, { isForbidden: true })).how).toBe('PolicyRefused');
  });

  it('stays here when the person has lost access, or the source leads elsewhere', async () => {
    expect((await confirmed(60_000, null)).how).toBe('Forbidden');
    const found = { ...source, connection: { file: 'other.db' } };
    expect((await confirmed(60_000, same, { found })).how).toBe('CHANGED_MEANWHILE');
  });
});
