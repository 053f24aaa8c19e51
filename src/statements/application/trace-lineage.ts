import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { TableKin, reached } from '../../catalog/application/table-kin.js';
import { type QualifiedName, keyOf } from '../../shared/qualified-name.js';
import type { KnownSource } from '../../engines/sql-guard/known-source.js';
import { JudgeFileStatement } from './judge-file-statement.js';
import { StatementGuard } from './ports/statement-guard.js';

/** Views over views, all together. */
const MOST_RELATIONS = 500;

interface Shape {
  readonly primaryKey: object | null;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** What may be read where a statement names a relation. */
export interface Lineage {
  readonly isView: boolean;
  /** Of a view all that it reads, of a table all that it inherits from or that inherits from it; `null` if it cannot be told. */
  readonly reads: readonly QualifiedName[] | null;
  /** Of a table: from which it inherits, all of them. */
  readonly parents: readonly QualifiedName[];
  readonly columns: readonly string[];
}

/** Tells which relations are read where a statement names another one: a view, or a table that inherits. */
@Injectable()
export class TraceLineage {
  constructor(
    private readonly describeRelations: DescribeRelations,
    private readonly guard: StatementGuard,
    private readonly judgeFileStatement: JudgeFileStatement,
  ) {}

  /** @returns in the order of the relations */
  async execute(source: DataSource, facts: KnownSource, relations: readonly QualifiedName[]): Promise<Lineage[]> {
    const known = new Map<string, Lineage>();
    const kinOfSource = kinAt(source, facts);
    for (let next = relations; next.length > 0 && known.size < MOST_RELATIONS;) {
      const found =
        (await this.describeRelations.all(
          source.id,
          next.map(({ name }) => name),
        )) ?? [];
      const described = new Map(found.map((relation) => [keyOf(relation), relation]));
      for (const relation of next) {
        const one = described.get(keyOf(relation));
        const [kind, definition] = [one?.kind ?? null, one?.definition ?? null];
        const isView = kind === 'view' || kind === 'materialized_view' || isUntyped(source, one);
        const kin = kind === null || isView ? null : kinOfSource;
        const reads = isView
          ? await this.sourcesOf(source, facts, relation, definition)
          : kin && [...kin.parentsOf(relation), ...kin.heirsOf(relation)];
        const columns = (one?.columns ?? []).map(({ name }) => name);
        known.set(keyOf(relation), { isView, reads, parents: kin?.parentsOf(relation) ?? [], columns });
      }
      const more = new Map([...known.values()].flatMap(({ reads }) => (reads ?? []).map((one) => [keyOf(one), one])));
      next = [...more].flatMap(([key, one]) => (known.has(key) ? [] : [one]));
    }
    return relations.map((relation) => {
      const lineage = known.get(keyOf(relation)) ?? { isView: false, reads: null, parents: [], columns: [] };
      return lineage.isView ? { ...lineage, reads: wholeOf(relation, known) } : lineage;
    });
  }

  private async sourcesOf(
    source: DataSource,
    { nameCase }: KnownSource,
    view: QualifiedName,
    definition: string | null,
  ): Promise<readonly QualifiedName[] | null> {
    const { engine } = source;
    if (definition === null) return null;
    if (engine === 'sqlite' || engine === 'duckdb') return this.judgeFileStatement.sourcesOf(source, engine, view, definition);
    const sources = await this.guard.sourcesOf(engine, definition);
    return sources === null || nameCase === undefined ? sources : this.asDiscovered(source, sources);
  }

  /** The server writes names in view definitions in small letters, even names that it keeps in other letters. */
  private async asDiscovered({ id }: DataSource, sources: readonly QualifiedName[]): Promise<readonly QualifiedName[]> {
    const names = sources.map(({ name }) => name);
    const found = (await this.describeRelations.all(id, names)) ?? [];
    const spelled = new Map(found.map(({ schema, name }) => [keyOf({ schema, name }).toLowerCase(), { schema, name }]));
    return sources.map((one) => spelled.get(keyOf(one).toLowerCase()) ?? one);
  }
}

/**
 * A full-text table of SQLite may show the texts of another table (`content=`). It is told from others only by what all of
 * them lack, so each such table counts as a view whose content is not known.
 */
function isUntyped({ engine }: DataSource, relation: Shape | undefined): boolean {
  if (engine !== 'sqlite' || relation === undefined) return false;
  return relation.primaryKey === null && relation.columns.every(({ type }) => type === '');
}

/** Other engines know no inheritance. @returns `null` where no discovery has looked */
function kinAt({ engine }: DataSource, { heirs }: KnownSource): TableKin | null {
  if (engine !== 'postgresql') return new TableKin([]);
  return heirs === undefined ? null : new TableKin(heirs);
}

/** Through views over views, and the kin of what they read. */
function wholeOf(view: QualifiedName, known: ReadonlyMap<string, Lineage>): readonly QualifiedName[] | null {
  const isTold = (key: string): boolean => (known.get(key)?.reads ?? null) !== null;
  const reads = reached(view, (key) => known.get(key)?.reads ?? []);
  return isTold(keyOf(view)) && reads.every((one) => isTold(keyOf(one))) ? reads : null;
}
