import { describe, expect, it } from '@jest/globals';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import type { DescribedRelations } from '../../catalog/application/ports/described-relations.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import type { Caller } from '../../shared/caller.js';
import { JudgeFileStatement } from './judge-file-statement.js';
import type { DataPolicies } from './ports/data-policies.js';
import type { FileStatementGuard } from './ports/file-statement-guard.js';

const SOURCE = { id: 1, organizationId: 1, engine: 'sqlite' } as DataSource;
const CALLER = { userId: 7 } as Caller;

/** @param hidden whether policies hide the relation from the person */
function judging(readable: boolean, hidden = false): JudgeFileStatement {
  const relation = { schema: 'main', name: 'mails', kind: 'table', readable, columns: [], primaryKey: null } as unknown as Relation;
  const guard = {
    namesIn: (sql: string) => sql.match(/\w+/g) ?? [],
    judge: async (_engine: string, _sql: string, _party: string, tables: readonly unknown[]) =>
      tables.length > 0
        ? { ok: true, relations: [], parts: [] }
        : { ok: false, violations: [{ rule: 'unknown_relation', position: 14, message: 'It is not known.' }] },
  } as unknown as FileStatementGuard;
  const described = { named: async (_: number, names: readonly string[]) => (names.includes('mails') ? [relation] : []) };
  const restrictions = hidden ? [{ schema: 'main', name: 'mails', hidden: true, rows: null, columns: [] }] : null;
  const policies = { restrictionsOf: async () => restrictions } as unknown as DataPolicies;
  return new JudgeFileStatement(guard, new DescribeRelations(described as unknown as DescribedRelations), policies);
}

describe('a statement on a table that its engine cannot read', () => {
  it('is refused for that reason, and not as unknown', async () => {
    expect(await judging(false).execute(CALLER, SOURCE, 'sqlite', 'SELECT * FROM mails')).toMatchObject({
      ok: false,
      violations: [{ rule: 'unreadable_relation', position: 14, message: { with: { relation: 'mails' } } }],
    });
    expect(await judging(true).execute(CALLER, SOURCE, 'sqlite', 'SELECT * FROM mails')).toMatchObject({ ok: true });
  });

  it.each([
    ['is not there', judging(false), 'SELECT * FROM letters'],
    ['is not there and another one is named', judging(false), 'SELECT * FROM letters AS mails'],
    ['policies hide from the person', judging(false, true), 'SELECT * FROM mails'],
  ])('stays unknown where it %s', async (_, judge, sql) => {
    expect(await judge.execute(CALLER, SOURCE, 'sqlite', sql)).toMatchObject({ ok: false, violations: [{ rule: 'unknown_relation' }] });
  });
});
