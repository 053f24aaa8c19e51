import { Injectable } from '@nestjs/common';
import { RequireSession } from '../../sessions/application/require-session.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { whileAdmitted } from '../../shared/while-admitted.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import type { UserType } from '../../engines/catalog-reader/user-type.js';
import { SchemaNotDiscovered } from '../domain/catalog.errors.js';
import type { VisibleColumns } from '../domain/visible-part.js';
import { type SkippedRelation, skippedOf } from '../domain/snapshot.js';
import { type DataSource, EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { CachedSchemas, type SchemaView, type SnapshotView } from './ports/cached-schemas.js';
import { SchemaVisibility } from './ports/schema-visibility.js';
import { TellSkipped } from './tell-skipped.js';
import { type WalkedSchema, WalkSchema } from './walk-schema.js';
import type { Engine } from '../../engines/catalog-reader/engine.js';

export type SchemaPart =
  | {
      readonly snapshot: SnapshotView;
      readonly schemas: readonly SchemaView[];
      readonly skipped: readonly SkippedRelation[];
    }
  | { readonly schema: SchemaView & { readonly types: readonly UserType[] } }
  | { readonly relations: readonly Relation[]; readonly engine: Engine };

/** The whole schema, a batch at a time: however large it is, no more than one batch is in memory. */
@Injectable()
export class ExportSchema {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly walkSchema: WalkSchema,
    private readonly cached: CachedSchemas,
    private readonly auditTrail: AuditTrail,
    private readonly staleReads: StaleReads,
    private readonly tellSkipped: TellSkipped,
    private readonly visibility: SchemaVisibility,
    private readonly requireSession: RequireSession,
    private readonly clock: Clock,
  ) {}

  /**
   * Leaves out what policies hide from the caller; the counts of each schema are those of the source.
   * @param input.schemaName `null` for all
   * @returns parts, each read when it is asked for; they end with an error when the snapshot is deleted or the caller may see less of it
   * @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound
   */
  async execute(input: { caller: Caller; dataSourceId: number; schemaName: string | null }): Promise<AsyncIterable<SchemaPart>> {
    const { caller, dataSourceId, schemaName } = input;
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const { snapshot, schemas, visible, relationsOf } = await this.walkSchema.execute(caller, source, schemaName);
    const locked = skippedOf(schemas.map(({ name, locked: names }) => ({ schema: name, locked: names })));
    const skipped = await this.tellSkipped.execute(caller, source, locked);
    await this.auditTrail.record({
      action: 'data_source.schema_exported',
      outcome: 'success',
      actorUserId: caller.userId,
      organizationId: source.organizationId,
      target: { type: 'data_source', id: dataSourceId },
      detail: { snapshot_id: snapshot.id, ...(schemaName !== null && { schema_name: schemaName }) },
    });
    const admit = async (): Promise<void> => {
      await this.requireSession.execute(caller);
      const now = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
      const visibleNow = await this.visibility.visibleTo(caller, now);
      if (textOf(visibleNow) !== textOf(visible)) throw new SchemaNotDiscovered();
    };
    return whileAdmitted(this.parts(source, { snapshot, schemas, skipped }, relationsOf), admit, this.clock);
  }

  private async *parts(
    { id: dataSourceId, engine }: DataSource,
    first: Extract<SchemaPart, { snapshot: SnapshotView }>,
    relationsOf: WalkedSchema['relationsOf'],
  ): AsyncGenerator<SchemaPart> {
    yield first;
    for (const schema of first.schemas) {
      const { contentId } = schema;
      const found = await this.staleReads.run(() => this.cached.types({ dataSourceId, contentIds: [contentId] }));
      yield { schema: { ...schema, types: found.get(contentId)?.types ?? [] } };
      for await (const relations of relationsOf(schema)) yield { relations, engine };
    }
  }
}

function textOf(visible: VisibleColumns | null): string {
  const places = [...(visible ?? [])].map(([place, columns]) =>
    JSON.stringify([place, columns && [...columns].sort(([one], [other]) => (one < other ? -1 : 1))]),
  );
  return visible === null ? 'all' : places.sort().join('\n');
}
