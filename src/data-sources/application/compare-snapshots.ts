import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Page } from '../../shared/page.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { SchemaNotDiscovered } from '../domain/data-source.errors.js';
import { type Difference, compareRelations } from '../domain/schema-diff.js';
import { CompareSchemas } from './compare-schemas.js';
import { EnterDataSource } from './enter-data-source.js';
import { CachedSchemas, type ChangedRelation, type Scope, type SnapshotView } from './ports/cached-schemas.js';

/** Both sides of so many relations are in memory at once. */
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
  ) {}

  /**
   * Differences of schemas and types stand on the first page, those of relations in the order of their names.
   * @param input.to `null` for the current snapshot; `from`: `null` for the one before it
   * @throws Forbidden, NotFound for a snapshot of another source too, SchemaNotDiscovered
   */
  async execute(input: Asked & { caller: Caller }): Promise<Comparison> {
    await this.enterDataSource.execute(input.caller, 'data_source.read', input.dataSourceId);
    return this.staleReads.run(() => this.compare(input));
  }

  private async compare(input: Asked): Promise<Comparison> {
    const { dataSourceId, page } = input;
    const to = await this.find(dataSourceId, input.to);
    const from =
      input.from === null
        ? await this.cached.snapshotBefore(dataSourceId, to.id)
        : await this.find(dataSourceId, input.from);
    if (from === null) return { from, to, differences: [], changedRelations: 0 };
    const { whole, before, after } = await this.compareSchemas.execute(dataSourceId, from, to);
    const changes = await this.cached.changes(before, after, { page, limit: RELATIONS_ON_A_PAGE });
    const relations = await this.detailed(changes, before, after);
    return { from, to, differences: [...(page === 1 ? whole : []), ...relations], changedRelations: changes.total };
  }

  private async find(dataSourceId: number, id: number | null): Promise<SnapshotView> {
    const snapshot = await this.cached.snapshot(dataSourceId, id);
    if (snapshot !== null) return snapshot;
    throw id === null ? new SchemaNotDiscovered() : new NotFound('Snapshot');
  }

  private async detailed(changes: Page<ChangedRelation>, before: Scope, after: Scope): Promise<Difference[]> {
    const both = changes.items.filter((change) => change.before !== null && change.after !== null);
    const old = await this.cached.relations(
      before,
      both.flatMap((change) => change.before ?? []),
    );
    const now = await this.cached.relations(
      after,
      both.flatMap((change) => change.after ?? []),
    );
    const place = (schema: string, name: string): string => JSON.stringify([schema, name]);
    const were = new Map(old.map(({ relation }) => [place(relation.schema, relation.name), relation]));
    const are = new Map(now.map(({ relation }) => [place(relation.schema, relation.name), relation]));
    return changes.items.flatMap((change): Difference[] => {
      const { schemaName, name } = change;
      const at = { schemaName, table: name };
      if (change.before === null) return [{ kind: 'relation_added', ...at, to: change.after?.kind }];
      if (change.after === null) return [{ kind: 'relation_dropped', ...at, from: change.before.kind }];
      const [was, is] = [were.get(place(schemaName, name)), are.get(place(schemaName, name))];
      return was === undefined || is === undefined ? [] : compareRelations(was, is);
    });
  }
}
