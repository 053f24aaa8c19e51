import type { Relation } from '../../../domain/relation.js';
import type { CatalogFeatures } from './catalog-features.js';
import { type CatalogStatements, catalogStatements } from './catalog-statements.js';
import type { MySqlSession, Row } from './mysql-session.js';
import { checksFrom, columnsFrom, compare, foreignKeysFrom, keysFrom, partitionsFrom } from './relation-parts.js';

const BATCH = 500;

type PerTable = ReadonlyMap<string, readonly Row[]>;

/** Reads the relations of one schema, a bounded number of them at a time. */
export class SchemaRelations {
  private readonly statements: CatalogStatements;

  constructor(
    private readonly session: MySqlSession,
    private readonly features: CatalogFeatures,
    private readonly schema: string,
  ) {
    this.statements = catalogStatements(features);
  }

  async *batches(): AsyncGenerator<readonly Relation[]> {
    const found = (await this.session.query(this.statements.names, [this.schema])).filter(
      ([schema]) => schema === this.schema,
    );
    const names = found.map(([, name]) => name ?? '').sort(compare);
    for (let start = 0; start < names.length; start += BATCH) {
      const batch = await this.batch(names.slice(start, start + BATCH));
      if (batch.length > 0) yield batch;
    }
  }

  private async batch(names: readonly string[]): Promise<readonly Relation[]> {
    const columns = await this.perTable(this.statements.columns, names);
    const statistics = await this.perTable(this.statements.statistics, names);
    const foreignKeys = await this.perTable(this.statements.foreignKeys, names);
    const rules = await this.perTable(this.statements.rules, [...foreignKeys.keys()]);
    const checks = await this.perTable(this.statements.checks, names);
    // Last, so that what was dropped since is missing here and not half there.
    const tables = await this.perTable(this.statements.tables, names);
    const ofKind = (wanted: (row: Row) => boolean) => names.filter((name) => (tables.get(name) ?? []).some(wanted));
    const views = await this.perTable(this.statements.views, ofKind(isView));
    const partitions = await this.perTable(this.statements.partitions, ofKind(isPartitioned));
    return names.flatMap((name) => {
      const row = tables.get(name)?.[0];
      if (row === undefined) return [];
      const rows = (of: PerTable) => of.get(name) ?? [];
      const own = columnsFrom(rows(columns), this.features.mariaDb);
      return [
        {
          ...this.relation(name, row),
          readable: own.some((column) => column.readable),
          columns: own,
          ...keysFrom(rows(statistics)),
          foreignKeys: foreignKeysFrom(rows(foreignKeys), rows(rules)),
          checks: checksFrom(rows(checks)),
          partitions: partitionsFrom(rows(partitions)),
          // Empty for a role that may select from the view and not see how it is made.
          definition: views.get(name)?.[0]?.[0] || null,
        },
      ];
    });
  }

  private relation(name: string, row: Row): Pick<Relation, 'schema' | 'name' | 'kind' | 'comment' | 'rowEstimate'> {
    const [, engine, estimate, , comment] = row;
    let kind: Relation['kind'] = 'table';
    if (isView(row)) kind = 'view';
    else if (isPartitioned(row)) kind = 'partitioned_table';
    return {
      schema: this.schema,
      name,
      kind,
      // Of a view, and of a table that cannot be opened, the server writes something of its own there.
      comment: kind === 'view' || engine === null || comment === '' ? null : (comment ?? null),
      rowEstimate: kind === 'view' || typeof estimate !== 'string' ? null : Number(estimate),
    };
  }

  /** Rows without schema and table, by table. Names are compared here to the letter, at the server by its collation. */
  private async perTable(statement: string | null, names: readonly string[]): Promise<PerTable> {
    const perTable = new Map<string, Row[]>();
    if (statement === null || names.length === 0) return perTable;
    for (const [schema, table, ...rest] of await this.session.query(statement, [this.schema, names])) {
      if (schema !== this.schema || typeof table !== 'string') continue;
      const rows = perTable.get(table);
      if (rows === undefined) perTable.set(table, [rest]);
      else rows.push(rest);
    }
    return perTable;
  }
}

function isView([type]: Row): boolean {
  return type === 'VIEW';
}

function isPartitioned([, , , options]: Row): boolean {
  return /\bpartitioned\b/i.test(options ?? '');
}
