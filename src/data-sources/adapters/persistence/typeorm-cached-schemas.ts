import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, LessThan } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import {
  CachedSchemas,
  type ChangedRelation,
  type RelationKey,
  type SchemaView,
  type Scope,
  type SnapshotView,
} from '../../application/ports/cached-schemas.js';
import type { Relation, UserType } from '../../domain/relation.js';
import { type StoredRelation, fromRow } from './relation-row.js';
import { type SnapshotRow, contentSchema, snapshotSchema } from './schemas.js';

interface ChangeRow {
  readonly total: number;
  readonly schemaName: string | null;
  readonly name: string;
  readonly oldContent: number | null;
  readonly oldOrdinal: number;
  readonly oldKind: Relation['kind'];
  readonly newContent: number | null;
  readonly newOrdinal: number;
  readonly newKind: Relation['kind'];
}

@Injectable()
export class TypeOrmCachedSchemas extends CachedSchemas {
  private readonly taken;
  private readonly contents;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.taken = session.repository(snapshotSchema);
    this.contents = session.repository(contentSchema);
  }

  snapshot(dataSourceId: number, id: number | null): Promise<SnapshotView | null> {
    return this.newest(dataSourceId, id === null ? {} : { id });
  }

  snapshotBefore(dataSourceId: number, id: number): Promise<SnapshotView | null> {
    return this.newest(dataSourceId, { id: LessThan(id) });
  }

  async snapshots(dataSourceId: number, request: PageRequest): Promise<Page<SnapshotView>> {
    const [rows, total] = await this.taken.findAndCount({
      where: { dataSourceId },
      order: { id: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items: await this.withSchemas(dataSourceId, rows), total };
  }

  async types({ dataSourceId, contentIds }: Scope): Promise<ReadonlyMap<number, readonly UserType[]>> {
    const rows = await this.contents.find({
      select: { id: true, types: true },
      where: { dataSourceId, id: Any(contentIds.map(String)) },
    });
    return new Map(rows.map(({ id, types }) => [Number(id), types ?? []]));
  }

  async relations(scope: Scope, keys: readonly RelationKey[]): Promise<(RelationKey & { relation: Relation })[]> {
    if (keys.length === 0) return [];
    // Joins each wanted key with its content.
    const rows = await this.session.query<StoredRelation & RelationKey & { schemaName: string }>(
      `SELECT c.id::float8 AS "contentId", r.ordinal, c.schema_name AS "schemaName", r.name, r.kind, r.comment,
              r.row_estimate AS "rowEstimate", r.readable, r.detail
         FROM unnest($3::bigint[], $4::int[]) AS wanted (content_id, ordinal)
         JOIN schema_relations r ON r.content_id = wanted.content_id AND r.ordinal = wanted.ordinal
         JOIN schema_contents c ON c.id = r.content_id
        WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[])`,
      [
        scope.dataSourceId,
        scope.contentIds,
        keys.map(({ contentId }) => contentId),
        keys.map(({ ordinal }) => ordinal),
      ],
    );
    return rows.map(({ contentId, ordinal, schemaName, ...row }) => {
      return { contentId, ordinal, relation: fromRow(schemaName, row) };
    });
  }

  async changes(before: Scope, after: Scope, request: PageRequest): Promise<Page<ChangedRelation>> {
    const side = (content: string): string => `
      SELECT c.schema_name, r.content_id, r.ordinal, r.name, r.kind, r.hash
        FROM schema_contents c JOIN schema_relations r ON r.content_id = c.id
       WHERE c.data_source_id = $1 AND c.id = ANY(${content}::bigint[])`;
    // Compares two snapshots as a whole.
    const rows = await this.session.query<ChangeRow & object>(
      `WITH changed AS MATERIALIZED (
         SELECT coalesce(o.schema_name, n.schema_name) AS schema_name, coalesce(o.name, n.name) AS name,
                o.content_id AS old_content, o.ordinal AS old_ordinal, o.kind AS old_kind,
                n.content_id AS new_content, n.ordinal AS new_ordinal, n.kind AS new_kind
           FROM (${side('$2')}) o
           FULL JOIN (${side('$3')}) n ON n.schema_name = o.schema_name AND n.name = o.name
          WHERE o.hash IS DISTINCT FROM n.hash)
       SELECT (SELECT count(*)::int FROM changed) AS total, page.schema_name AS "schemaName", page.name,
              page.old_content::float8 AS "oldContent", page.old_ordinal AS "oldOrdinal", page.old_kind AS "oldKind",
              page.new_content::float8 AS "newContent", page.new_ordinal AS "newOrdinal", page.new_kind AS "newKind"
         FROM (SELECT) AS always
         LEFT JOIN (SELECT * FROM changed ORDER BY schema_name COLLATE "C", name COLLATE "C" LIMIT $4 OFFSET $5) page ON true
        ORDER BY page.schema_name COLLATE "C", page.name COLLATE "C"`,
      [before.dataSourceId, before.contentIds, after.contentIds, request.limit, offsetOf(request)],
    );
    return { items: rows.flatMap(changeOf), total: rows[0]?.total ?? 0 };
  }

  private async newest(dataSourceId: number, which: FindOptionsWhere<SnapshotRow>): Promise<SnapshotView | null> {
    const found = await this.taken.find({ where: { dataSourceId, ...which }, order: { id: 'DESC' }, take: 1 });
    return (await this.withSchemas(dataSourceId, found))[0] ?? null;
  }

  /** The schemas of all of them by one statement, which joins their contents. */
  private async withSchemas(dataSourceId: number, snapshots: readonly SnapshotRow[]): Promise<SnapshotView[]> {
    if (snapshots.length === 0) return [];
    const rows = await this.session.query<Omit<SchemaView, 'counts'> & SchemaView['counts'] & { snapshotId: number }>(
      `SELECT p.snapshot_id AS "snapshotId", c.id::float8 AS "contentId", p.schema_name AS name, c.comment,
              c.locked_relations AS locked, p.discovered_at AS "discoveredAt", coalesce(c.tables_count, 0) AS tables,
              coalesce(c.views_count, 0) AS views, coalesce(c.columns_count, 0) AS columns
         FROM schema_snapshot_parts p JOIN schema_contents c ON c.id = p.content_id
        WHERE c.data_source_id = $1 AND p.snapshot_id = ANY($2::int[])
        ORDER BY p.schema_name COLLATE "C"`,
      [dataSourceId, snapshots.map(({ id }) => id)],
    );
    return snapshots.map((snapshot) => ({
      ...snapshot,
      schemas: rows
        .filter(({ snapshotId }) => snapshotId === snapshot.id)
        .map(({ contentId, name, comment, locked, discoveredAt, tables, views, columns }) => {
          return { contentId, name, comment, locked, discoveredAt, counts: { tables, views, columns } };
        }),
    }));
  }
}

function changeOf(row: ChangeRow): ChangedRelation[] {
  const { schemaName, name, oldContent, newContent } = row;
  if (schemaName === null) return [];
  const before = oldContent === null ? null : { contentId: oldContent, ordinal: row.oldOrdinal, kind: row.oldKind };
  const after = newContent === null ? null : { contentId: newContent, ordinal: row.newOrdinal, kind: row.newKind };
  return [{ schemaName, name, before, after }];
}
