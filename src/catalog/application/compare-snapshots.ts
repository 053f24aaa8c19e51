import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { SchemaNotDiscovered } from '../domain/catalog.errors.js';
import { visibleDifference } from '../domain/visible-part.js';
import { compareRelations } from '../domain/compare-relations.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import type { Difference } from '../domain/schema-diff.js';
import { SchemaVisibility } from './ports/schema-visibility.js';
import { CompareSchemas } from './compare-schemas.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { CachedSchemas, type ChangedRelation, type RelationKey, type RelationSide, type SnapshotView } from './ports/cached-schemas.js';

/** Both sides of this many relations are in memory at once. */
export const RELATIONS_ON_A_PAGE = 500;

export interface Comparison {
  /** `null` when there is nothing earlier to compare with: then there are no differences. */
  readonly from: SnapshotView | null;
  readonly to: SnapshotView;
  readonly differences: readonly Difference[];
  /** How many relations differ, on all pages. */
  readonly changedRelations: number;
}

interface Asked {
  readonly dataSourceId: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly page: number;
}

@Injectable()
export class CompareSnapshots {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly cached: CachedSchemas,
    private readonly compareSchemas: CompareSchemas,
    private readonly staleReads: StaleReads,
    private readonly visibility: SchemaVisibility,
  ) {}

  /**
   * The first page has the differences of schemas and types; those of relations follow in the order of their names.
   * @param input.to `null` for the current snapshot; `from`: `null` for the one before it
   * @throws Forbidden, NotFound for a snapshot of another source too, SchemaNotDiscovered
   */
  async execute(input: Asked & { caller: Caller }): Promise<Comparison> {
    const source = await this.enterDataSource.execute(input.caller, 'data_source.read', input.dataSourceId);
    const visible = await this.visibility.visibleTo(input.caller, source, 'ever');
    const comparison = await this.staleReads.run(() => this.compare(input));
    if (visible === null) return comparison;
    return {
      ...comparison,
      differences: comparison.differences.flatMap((one) => visibleDifference(one, visible) ?? []),
    };
  }

  private async compare(input: Asked): Promise<Comparison> {
    const { dataSourceId, page } = input;
    const to = await this.find(dataSourceId, input.to);
    const from = input.from === null ? await this.cached.snapshotBefore(dataSourceId, to.id) : await this.find(dataSourceId, input.from);
    if (from === null) return { from, to, differences: [], changedRelations: 0 };
    const { whole, pairs } = await this.compareSchemas.execute(dataSourceId, from, to);
    const changes = await this.cached.changes(dataSourceId, pairs, { page, limit: RELATIONS_ON_A_PAGE });
    const relations = await this.detailed(dataSourceId, changes.items);
    return { from, to, differences: [...(page === 1 ? whole : []), ...relations], changedRelations: changes.total };
  }

  private async find(dataSourceId: number, id: number | null): Promise<SnapshotView> {
    const snapshot = await this.cached.snapshot(dataSourceId, id);
    if (snapshot !== null) return snapshot;
    throw id === null ? new SchemaNotDiscovered() : new NotFound('Snapshot');
  }

  private async detailed(dataSourceId: number, changes: readonly ChangedRelation[]): Promise<Difference[]> {
    const both = changes.filter((change) => change.before !== null && change.after !== null);
    const were = await this.relations(
      dataSourceId,
      both.flatMap(({ before }) => before ?? []),
    );
    const are = await this.relations(
      dataSourceId,
      both.flatMap(({ after }) => after ?? []),
    );
    return changes.flatMap(({ before, after }): Difference[] => {
      if (before === null) return [{ kind: 'relation_added', schemaName: after.schemaName, table: after.name, to: after.kind }];
      if (after === null) return [{ kind: 'relation_dropped', schemaName: before.schemaName, table: before.name, from: before.kind }];
      const [was, is] = [were.get(placeOf(before)), are.get(placeOf(after))];
      return was === undefined || is === undefined ? [] : [...movement(before, after), ...compareRelations(was, is)];
    });
  }

  private async relations(dataSourceId: number, keys: readonly RelationKey[]): Promise<Map<string, Relation>> {
    const contentIds = [...new Set(keys.map(({ contentId }) => contentId))];
    const found = await this.cached.relations({ dataSourceId, contentIds }, keys);
    return new Map(found.map((one) => [placeOf(one), one.relation]));
  }
}

/** A move into another schema; a relation that only has a new name is reported in another way. */
function movement(before: RelationSide, after: RelationSide): Difference[] {
  if (before.place === after.place) return [];
  const at = { schemaName: after.schemaName, table: after.name };
  return [{ kind: 'relation_renamed', ...at, attribute: 'schema', from: before.schemaName, to: after.schemaName }];
}

function placeOf({ contentId, ordinal }: RelationKey): string {
  return `${contentId}/${ordinal}`;
}
