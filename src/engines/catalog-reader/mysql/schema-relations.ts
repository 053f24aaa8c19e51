import { byCodeUnits } from '../../../shared/by-code-units.js';
import { NOTHING_FURTHER, type Relation } from '../relation.js';
import type { CatalogFeatures } from './catalog-features.js';
import { type CatalogStatements, catalogStatements } from './catalog-statements.js';
import type { LockedRelation } from '../source-reader.js';
import { readAtOnce, readWhole } from './locked-tables.js';
import { LockedOut } from './mysql-faults.js';
import type { MySqlSession, Row } from './mysql-session.js';
import { checksFrom, columnsFrom, foreignKeysFrom, keysFrom, partitionsFrom, triggersFrom } from './relation-parts.js';
import { asTargetsSpell, spellingsOf } from './target-spelling.js';

const BATCH = 500;
/** How often one batch is tried: another table may be locked between two attempts. */
const MOST_ATTEMPTS = 5;

type PerTable = ReadonlyMap<string, readonly Row[]>;

/** Reads the relations of one schema, a bounded number of them at a time. */
export class SchemaRelations {
  private readonly statements: CatalogStatements;

  constructor(
    private readonly session: MySqlSession,
    private readonly features: CatalogFeatures,
    private readonly schema: string,
    /** Whether some table is locked, as far as is known. */
    private hasLocked: boolean,
    private readonly onLocked: LockedRelation,
  ) {
    this.statements = catalogStatements(features);
  }

  async *batches(): AsyncGenerator<readonly Relation[]> {
    const names = await this.names();
    for (let start = 0; start < names.length; start += BATCH) {
      const batch = await this.unlocked(names.slice(start, start + BATCH));
      if (batch.length > 0) yield batch;
    }
  }

  /** Includes names and kinds of locked tables. */
  private async names(): Promise<readonly string[]> {
    const read = () => this.session.query(this.statements.names, [this.schema]);
    const rows = this.hasLocked ? (await readAtOnce(this.session, read)).found : await read();
    return rows
      .filter(([schema]) => schema === this.schema)
      .map(([, name]) => name ?? '')
      .sort(byCodeUnits);
  }

  /** Leaves out tables that other sessions lock for longer than we wait. */
  private async unlocked(names: readonly string[]): Promise<readonly Relation[]> {
    for (let attempt = 1; ; attempt += 1) {
      const locked = this.hasLocked ? await this.lockedOf(names) : new Set<string>();
      try {
        const batch = await this.batch(names.filter((name) => !locked.has(name)));
        for (const name of names) if (locked.has(name)) this.onLocked(name);
        return batch;
      } catch (error) {
        if (!(error instanceof LockedOut) || attempt === MOST_ATTEMPTS) throw error;
        this.hasLocked = true;
      }
    }
  }

  /** Instead of their comment the catalog says why they cannot be opened. */
  private async lockedOf(names: readonly string[]): Promise<ReadonlySet<string>> {
    const read = () => this.session.query(this.statements.tables, [this.schema, names]);
    const { found, warning } = await readAtOnce(this.session, read);
    const isLocked = ([schema, , , , , , comment]: Row) => schema === this.schema && comment === warning;
    return new Set(warning === null ? [] : found.filter(isLocked).map(([, name]) => name ?? ''));
  }

  private async batch(names: readonly string[]): Promise<readonly Relation[]> {
    const columns = await this.perTable(this.statements.columns, names);
    const statistics = await this.perTable(this.statements.statistics, names);
    const foreignKeys = await this.withTargetsSpelled(await this.perTable(this.statements.foreignKeys, names));
    const rules = await this.perTable(this.statements.rules, [...foreignKeys.keys()]);
    const checks = await this.perTable(this.statements.checks, names);
    const triggers = await this.perTable(this.statements.triggers, names);
    // Comes last, so that a table that was dropped is missing as a whole.
    const tables = await this.perTable(this.statements.tables, names);
    const ofKind = (wanted: (row: Row) => boolean) => names.filter((name) => (tables.get(name) ?? []).some(wanted));
    const views = await this.perTable(this.statements.views, ofKind(isView));
    const partitions = await this.perTable(this.statements.partitions, ofKind(isPartitioned));
    return names.flatMap((name) => {
      const row = tables.get(name)?.[0];
      if (row === undefined) return [];
      const rows = (of: PerTable) => of.get(name) ?? [];
      const own = columnsFrom(rows(columns), this.features.mariaDb, row[5] ?? null);
      return [
        {
          ...this.relation(name, row),
          readable: own.some((column) => column.readable),
          columns: own,
          ...keysFrom(rows(statistics)),
          foreignKeys: foreignKeysFrom(rows(foreignKeys), rows(rules)),
          checks: checksFrom(rows(checks)),
          partitions: partitionsFrom(rows(partitions)),
          // Empty for a role that may select from the view but not see its definition.
          definition: views.get(name)?.[0]?.[0] || null,
          ...NOTHING_FURTHER,
          options: optionsOf(row, views.get(name)?.[0] ?? []),
          triggers: triggersFrom(rows(triggers)),
          complete: true,
          ids: null,
        },
      ];
    });
  }

  /** Targets that are locked keep the spelling that the server tells. */
  private async withTargetsSpelled(foreignKeys: PerTable): Promise<PerTable> {
    const rows = [...foreignKeys.values()].flat();
    const schemas = new Set(rows.map(([, , , schema]) => schema));
    const found: Row[] = [];
    for (const schema of schemas) {
      const targets = rows.filter((row) => row[3] === schema);
      const tables = [...new Set(targets.map((row) => row[4]))];
      const columns = [...new Set(targets.map((row) => row[5]))];
      const read = () => this.session.query(this.statements.targets, [schema, tables, columns]);
      found.push(...(await readAtOnce(this.session, read)).found);
    }
    const spellings = spellingsOf(found);
    return new Map([...foreignKeys].map(([name, keys]) => [name, keys.map((row) => asTargetsSpell(row, spellings))]));
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
      // For a view, and for a table that cannot be opened, the server writes a text of its own there.
      comment: kind === 'view' || engine === null || comment === '' ? null : (comment ?? null),
      rowEstimate: kind === 'view' || typeof estimate !== 'string' ? null : Number(estimate),
    };
  }

  /** Rows without schema and table, by table. Names are compared here letter by letter; the server compares them by its collation. */
  private async perTable(statement: string | null, names: readonly string[]): Promise<PerTable> {
    const perTable = new Map<string, Row[]>();
    if (statement === null || names.length === 0) return perTable;
    for (const [schema, table, ...rest] of await readWhole(this.session, statement, [this.schema, names])) {
      if (schema !== this.schema || typeof table !== 'string') continue;
      const rows = perTable.get(table);
      if (rows === undefined) perTable.set(table, [rest]);
      else rows.push(rest);
    }
    return perTable;
  }
}

function optionsOf([type]: Row, [, checkOption, security]: Row): string[] {
  return [
    ...(type === 'SYSTEM VERSIONED' ? ['WITH SYSTEM VERSIONING'] : []),
    ...(security === 'INVOKER' ? ['SQL SECURITY INVOKER'] : []),
    ...(checkOption === 'LOCAL' || checkOption === 'CASCADED' ? [`WITH ${checkOption} CHECK OPTION`] : []),
  ];
}

function isView([type]: Row): boolean {
  return type === 'VIEW';
}

function isPartitioned([, , , options]: Row): boolean {
  return /\bpartitioned\b/i.test(options ?? '');
}
