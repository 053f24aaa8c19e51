import { verbatim } from '../../shared/sentence.js';
import { describe, expect, it } from '@jest/globals';
import type { DescribeRelations } from '../../catalog/application/describe-relations.js';
import type { SeeSchema, VisibleColumns } from '../../catalog/application/see-schema.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import type { Caller } from '../../shared/caller.js';
import { placeOf } from '../../shared/qualified-name.js';
import { JudgeExpression } from './judge-expression.js';
import type { JudgedText, JudgeStatement, Verdict } from './judge-statement.js';
import type { PrepareAtSource } from './prepare-at-source.js';

const PAY = relation('pay', 'salary', 'month');
const PEOPLE = relation('people', 'name', 'home');

function relation(name: string, ...columns: readonly string[]): Relation {
  const lists = { foreignKeys: [], parents: [], uniqueKeys: [], checks: [], indexes: [], primaryKey: null, options: [] };
  return { schema: 's', name, columns: columns.map((one) => ({ name: one, readable: true })), ...lists } as unknown as Relation;
}

interface Scene {
  readonly found?: readonly Relation[] | null;
  readonly visible?: VisibleColumns | null;
  /** What the source knows. */
  readonly takes?: (sql: string) => boolean;
  readonly caller?: Caller | null;
  readonly guard?: (sql: string) => boolean;
}

async function judged(sql: string, { found = [PAY, PEOPLE], visible = null, caller = {} as Caller, ...rest }: Scene) {
  const prepared: string[] = [];
  const { takes = () => true, guard = () => true } = rest;
  const judge = {
    execute: async ({ sql: statement }: JudgedText): Promise<Verdict> =>
      guard(statement)
        ? ({ ok: true, statement } as unknown as Verdict)
        : { ok: false, violations: [{ rule: 'syntax', position: 9, message: verbatim('no') }] },
  };
  const prepare = {
    prepare: async (_: JudgedText, verdict: Extract<Verdict, { ok: true }>): Promise<Verdict> => {
      prepared.push(verdict.statement);
      return takes(verdict.statement)
        ? verdict
        : { ok: false, violations: [{ rule: 'syntax', position: null, message: verbatim('unknown') }] };
    },
  };
  const use = new JudgeExpression(
    judge as unknown as JudgeStatement,
    prepare as unknown as PrepareAtSource,
    { withColumns: async () => found } as unknown as DescribeRelations,
    { execute: async () => visible } as unknown as SeeSchema,
  );
  const verdict = await use.execute({ caller, source: { id: 1, engine: 'postgresql' } as DataSource, sql });
  return { prepared, verdict };
}

describe('an expression that people keep', () => {
  it('is prepared by the source over a relation that has its columns', async () => {
    expect((await judged('sum(salary)', {})).prepared).toEqual(['SELECT sum(salary)\nFROM "s"."pay"']);
  });

  it('is refused where no relation has them, and where the source does not take it over any', async () => {
    const without = await judged('sum(wages)', { takes: () => false });
    expect([without.prepared, without.verdict.ok]).toEqual([['SELECT sum(wages)'], false]);
    expect((await judged('sum(salary + wages)', { takes: () => false })).verdict.ok).toBe(false);
  });

  it('meets a column that policies hide like one that is not there', async () => {
    const hidden = new Map([[placeOf('s', 'pay'), null]]);
    const column = new Map([[placeOf('s', 'pay'), new Map([['month', null]])]]);
    const missing = await judged('sum(wages)', { takes: () => false });
    for (const visible of [hidden, column]) {
      const { prepared, verdict } = await judged('sum(salary)', { visible, takes: () => false });
      expect(prepared).toEqual(['SELECT sum(salary)']);
      expect(verdict).toEqual(missing.verdict);
    }
  });

  it('is judged by the guard alone before the first discovery, by no person, and where the guard refuses what it is put into', async () => {
    for (const scene of [{ found: null }, { caller: null }, { guard: (sql: string) => !sql.includes('FROM') }])
      expect(await judged('sum(salary)', scene)).toMatchObject({ prepared: [], verdict: { ok: true } });
    expect((await judged('sum(', { guard: () => false })).verdict).toMatchObject({ ok: false, violations: [{ position: 2 }] });
  });
});
