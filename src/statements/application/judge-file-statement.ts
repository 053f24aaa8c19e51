import { Injectable } from '@nestjs/common';
import { DescribeRelations, SchemaNotDiscovered } from '../../catalog/application/describe-relations.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { FileDialect, Judgement, RelationUse } from '../../engines/sql-guard/judgement.js';
import type { QualifiedName } from '../../shared/qualified-name.js';
import { broken } from '../../engines/sql-guard/relation-violations.js';
import { type RestrictedUse, type Restricting, isHidden } from '../../engines/sql-guard/restriction.js';
import { DataPolicies } from './ports/data-policies.js';
import { FileStatementGuard } from './ports/file-statement-guard.js';
import type { KnownTable } from '../../engines/sql-guard/known-source.js';

/** The schema of SQLite, and that of DuckDB unless others are made. */
const MAIN = 'main';

function partyOf({ organizationId }: DataSource): string {
  return `organization ${organizationId}`;
}

/** Has a file-based engine judge a statement; the file itself is not opened. */
@Injectable()
export class JudgeFileStatement {
  constructor(
    private readonly guard: FileStatementGuard,
    private readonly describeRelations: DescribeRelations,
    private readonly dataPolicies: DataPolicies,
  ) {}

  /**
   * @param caller sees a part of the source; `null`: all of it
   * @throws SchemaNotDiscovered, for a statement that names a relation; EngineUnavailable; Unavailable when too many wait; what
   *   `DataPolicies` throws
   */
  async execute(caller: Caller | null, source: DataSource, engine: FileDialect, sql: string): Promise<Judgement> {
    const tables = await this.visibleTo(caller, source, await this.tablesOf(source, engine, sql));
    const judgement = await this.guard.judge(engine, sql, partyOf(source), tables ?? []);
    const unknown = judgement.ok ? undefined : judgement.violations.find(({ rule }) => rule === 'unknown_relation');
    if (unknown === undefined) return judgement;
    if (tables === null) throw new SchemaNotDiscovered();
    const unreadable = engine === 'sqlite' ? await this.unreadableAt(caller, source, sql, unknown.position) : null;
    return unreadable === null ? judgement : { ok: false, violations: [broken(unreadable)] };
  }

  /**
   * Rewrites a harmless statement so that it reads only what its restrictions permit.
   *
   * @throws EngineUnavailable; Unavailable when too many wait
   */
  async restrict(source: DataSource, engine: FileDialect, sql: string, uses: readonly RestrictedUse[]): Promise<Restricting> {
    const names = engine === 'duckdb' ? uses.map(({ name }) => name) : this.guard.namesIn(sql);
    return this.guard.restrict(engine, sql, partyOf(source), (await this.described(source, names)) ?? [], uses);
  }

  /**
   * The relations that a view reads, by its definition as the source writes it.
   * @returns `null` where that does not tell all of them
   */
  async sourcesOf(
    source: DataSource,
    engine: FileDialect,
    view: QualifiedName,
    definition: string,
  ): Promise<readonly QualifiedName[] | null> {
    const tables = await this.tablesOf(source, engine, definition);
    const judgement = await this.guard.judge(engine, definition, partyOf(source), tables ?? []);
    if (!judgement.ok) return null;
    const { relations } = judgement;
    // Elsewhere a name without a schema may mean that of the view, or another one.
    if (relations.some(({ schema }) => schema === null) && view.schema !== MAIN) return null;
    return relations.map(({ schema, name }) => ({ schema: schema ?? MAIN, name }));
  }

  /**
   * The relation at this place, if discovery has found it and the engine cannot read it. `null` for one that the caller may not know of,
   * which stays unknown.
   */
  private async unreadableAt(caller: Caller | null, source: DataSource, sql: string, position: number | null): Promise<RelationUse | null> {
    const named = position === null ? [] : this.guard.namesIn(sql.slice(position)).slice(0, 1);
    const found = (await this.describeRelations.all(source.id, named)) ?? [];
    const unreadable = found.filter(({ readable }) => !readable);
    const tables = unreadable.map(({ name }): KnownTable => ({ name, columns: [], mayBeFullText: false }));
    const [visible] = (await this.visibleTo(caller, source, tables)) ?? [];
    return visible === undefined ? null : { schema: null, name: visible.name, position };
  }

  /** The engine tells a column that does not exist from one that does. To the caller, hidden ones do not. */
  private async visibleTo(
    caller: Caller | null,
    source: DataSource,
    tables: readonly KnownTable[] | null,
  ): Promise<readonly KnownTable[] | null> {
    if (caller === null || tables === null || tables.length === 0) return tables;
    const names = tables.map(({ name }) => ({ schema: MAIN, name }));
    const restrictions = await this.dataPolicies.restrictionsOf(caller, source, names);
    if (restrictions === null) return tables;
    return tables.flatMap((table): KnownTable[] => {
      const restriction = restrictions.find(({ name }) => name === table.name);
      if (restriction === undefined) return [table];
      const { name, mayBeFullText } = table;
      return isHidden(restriction) ? [] : [{ name, columns: restriction.columns.map((one) => one.name), mayBeFullText }];
    });
  }

  /** DuckDB reads a statement without them. @returns `null` before the first discovery */
  private async tablesOf(source: DataSource, engine: FileDialect, sql: string): Promise<readonly KnownTable[] | null> {
    if (engine === 'duckdb') return [];
    // This engine can read a statement only if the tables that it names exist.
    return this.described(source, this.guard.namesIn(sql));
  }

  private async described({ id }: DataSource, names: readonly string[]): Promise<readonly KnownTable[] | null> {
    const described = await this.describeRelations.execute(id, names);
    if (described === null) return null;
    return described.map(({ schema, name, kind, columns, primaryKey }) => ({
      schema,
      name,
      columns: columns.map((column) => column.name),
      types: columns.map(({ type }) => type),
      mayBeFullText: kind === 'table' && primaryKey === null && columns.every(({ type }) => type === ''),
    }));
  }
}
