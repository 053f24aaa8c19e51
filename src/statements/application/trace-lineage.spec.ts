import { describe, expect, it } from '@jest/globals';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import type { DescribedRelations } from '../../catalog/application/ports/described-relations.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { mysqlSources } from '../../engines/sql-guard/mysql/view-sources.js';
import { UNKNOWN_SOURCE } from '../../engines/sql-guard/known-source.js';
import type { JudgeFileStatement } from './judge-file-statement.js';
import type { StatementGuard } from './ports/statement-guard.js';
import { TraceLineage } from './trace-lineage.js';

const DISCOVERED = [
  { schema: 'Shop', name: 'Orders', kind: 'table', columns: [{ name: 'id', type: 'int' }], primaryKey: null },
  {
    schema: 'Shop',
    name: 'Large',
    kind: 'view',
    definition: 'select `o`.`id` AS `id` from `shop`.`orders` `o`',
    columns: [],
    primaryKey: null,
  },
];

function readsOfLarge(nameCase?: 'any'): Promise<unknown> {
  const described = {
    named: async (_: number, names: readonly string[]) =>
      DISCOVERED.filter((one) => names.some((name) => name.toLowerCase() === one.name.toLowerCase())),
  } as unknown as DescribedRelations;
  const guard = { sourcesOf: async (_: string, definition: string) => mysqlSources(definition) } as unknown as StatementGuard;
  const trace = new TraceLineage(new DescribeRelations(described), guard, {} as JudgeFileStatement);
  const source = { id: 1, engine: 'mysql' } as DataSource;
  const facts = nameCase === undefined ? UNKNOWN_SOURCE : { ...UNKNOWN_SOURCE, nameCase };
  return trace.execute(source, facts, [{ schema: 'Shop', name: 'Large' }]).then(([lineage]) => lineage?.reads);
}

describe('what a view of MySQL reads', () => {
  it('is the relation as it was discovered, where the server means the same by names in any case', async () => {
    expect(await readsOfLarge('any')).toEqual([{ schema: 'Shop', name: 'Orders' }]);
  });

  it('is unknown where the server tells these names apart', async () => {
    expect(await readsOfLarge()).toBeNull();
  });
});
