import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import {
  CachedSchemas,
  type ChangedRelation,
  type ContentPair,
  type RelationKey,
  type SchemaView,
  type Scope,
  type SnapshotView,
  type TypesOfSchema,
} from '../../application/ports/cached-schemas.js';
import type { Counts, Relation } from '../../../engines/catalog-reader/relation.js';
import { type StoredRelation, fromRow } from '../../../engines/catalog-reader/relation-row.js';
import { type SnapshotRow, contentSchema, snapshotSchema } from './schemas.js';

/** A snapshot, beside one of its schemas. */
interface PartRow extends Omit<SnapshotView, 'schemas'>, Pick<SchemaView, 'comment' | 'engineId' | 'locked'>, Counts {
  readonly contentId: number | null;
  readonly name: string | null;
  readonly schemaDiscoveredAt: Date;
}

/** A row without any relation only tells the total. */
type ChangeRow = { readonly total: number } & (ChangedRelation | { readonly before: null; readonly after: null });

const side = (contents: string): string => `
  SELECT place, c.schema_name, r.content_id, r.ordinal, r.name, r.kind, r.hash, r.further_hash, r.engine_id
    FROM unnest(${contents}::bigint[]) WITH ORDINALITY AS pair (content_id, place)
    JOIN schema_contents c ON c.id = pair.content_id AND c.data_source_id = $1
    JOIN schema_relations r ON r.content_id = c.id`;

const told = (alias: string): string => `CASE WHEN ${alias}.content_id IS NOT NULL THEN json_build_object(
             'contentId', ${alias}.content_id, 'ordinal', ${alias}.ordinal, 'schemaName', ${alias}.schema_name,
             'name', ${alias}.name, 'kind', ${alias}.kind, 'place', ${alias}.place) END`;

/**
 * Raw: one statement compares two whole snapshots. It first pairs relations that have the same number on both sides, one to one: a
 * relation that moved while only one of its schemas was read again is there twice. Facts that one side was not asked for do not differ.
 */
const CHANGES = `
  WITH o AS MATERIALIZED (${side('$2')}), n AS MATERIALIZED (${side('$3')}),
  numbered AS (
    SELECT DISTINCT ON (o.content_id, o.ordinal) o.content_id AS old, o.ordinal AS old_ordinal, n.content_id AS new,
           n.ordinal AS new_ordinal, (o.place = n.place AND o.name = n.name) AS named
      FROM o JOIN n ON n.engine_id = o.engine_id
     ORDER BY o.content_id, o.ordinal, (o.place = n.place AND o.name = n.name) DESC
  ), same AS MATERIALIZED (
    SELECT DISTINCT ON (new, new_ordinal) old, old_ordinal, new, new_ordinal FROM numbered
     ORDER BY new, new_ordinal, named DESC
  ), pair AS (
    SELECT old, old_ordinal, new, new_ordinal FROM same
    UNION ALL
    SELECT o.content_id, o.ordinal, n.content_id, n.ordinal
      FROM (SELECT * FROM o WHERE NOT EXISTS (SELECT FROM same WHERE old = o.content_id AND old_ordinal = o.ordinal)) o
      FULL JOIN (SELECT * FROM n WHERE NOT EXISTS (SELECT FROM same WHERE new = n.content_id AND new_ordinal = n.ordinal)) n
        ON n.place = o.place AND n.name = o.name
  ), changed AS MATERIALIZED (
    SELECT ${told('o')} AS before, ${told('n')} AS after, coalesce(n.schema_name, o.schema_name) AS schema_name,
           coalesce(n.name, o.name) AS name
      FROM pair LEFT JOIN o ON o.content_id = old AND o.ordinal = old_ordinal
      LEFT JOIN n ON n.content_id = new AND n.ordinal = new_ordinal
     WHERE o.hash IS DISTINCT FROM n.hash OR o.further_hash <> n.further_hash OR o.name <> n.name OR o.place <> n.place
  )
  SELECT (SELECT count(*)::int FROM changed) AS total, page.before, page.after
    FROM (SELECT) AS always
    LEFT JOIN (SELECT * FROM changed ORDER BY schema_name COLLATE "C", name COLLATE "C" LIMIT $4 OFFSET $5) page ON true
   ORDER BY page.schema_name COLLATE "C", page.name COLLATE "C"`;

@Injectable()
export class TypeOrmCachedSchemas extends CachedSchemas {
  private readonly taken;
  private readonly contents;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.taken = session.repository(snapshotSchema);
    this.contents = session.repository(contentSchema);
  }

  async snapshot(dataSourceId: number, id: number | null): Promise<SnapshotView | null> {
    const found =
      id === null ? await this.read('ORDER BY id DESC LIMIT 1', [dataSourceId]) : await this.read('AND id = $2', [dataSourceId, id]);
    return found[0] ?? null;
  }

  async snapshotBefore(dataSourceId: number, id: number): Promise<SnapshotView | null> {
    return (await this.read('AND id < $2 ORDER BY id DESC LIMIT 1', [dataSourceId, id]))[0] ?? null;
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

  async types({ dataSourceId, contentIds }: Scope): Promise<ReadonlyMap<number, TypesOfSchema>> {
    const rows = await this.contents.find({
      select: { id: true, types: true, compositeTypes: true },
      where: { dataSourceId, id: Any(contentIds.map(String)) },
    });
    return new Map(
      rows.map(({ id, types, compositeTypes }) => {
        const named = (types ?? []).map((type) => ({ valuesCut: false, attributes: [], ...type }));
        const all = [...named, ...(compositeTypes ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
        return [Number(id), { types: all, areAll: compositeTypes !== null }];
      }),
    );
  }

  async relations(scope: Scope, keys: readonly RelationKey[]): Promise<(RelationKey & { relation: Relation })[]> {
    if (keys.length === 0) return [];
    // Raw: joins each wanted key with its content.
    const rows = await this.session.query<StoredRelation & RelationKey & { schemaName: string }>(
      `SELECT c.id::float8 AS "contentId", r.ordinal, c.schema_name AS "schemaName", r.name, r.kind, r.comment,
              r.row_estimate AS "rowEstimate", r.readable, r.detail, r.further, r.engine_id AS "engineId", r.ids
         FROM unnest($3::bigint[], $4::int[]) AS wanted (content_id, ordinal)
         JOIN schema_relations r ON r.content_id = wanted.content_id AND r.ordinal = wanted.ordinal
         JOIN schema_contents c ON c.id = r.content_id
        WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[])`,
      [scope.dataSourceId, scope.contentIds, keys.map(({ contentId }) => contentId), keys.map(({ ordinal }) => ordinal)],
    );
    return rows.map(({ contentId, ordinal, schemaName, ...row }) => {
      return { contentId, ordinal, relation: fromRow(schemaName, row) };
    });
  }

  async relationsBehind(
    dataSourceId: number,
    { contentId, name }: Pick<SchemaView, 'contentId' | 'name'>,
    ordinal: number,
    most: number,
  ): Promise<(RelationKey & { relation: Relation })[]> {
    // Raw: relations have no entity.
    const rows = await this.session.query<StoredRelation & { ordinal: number } & object>(
      `SELECT r.ordinal, r.name, r.kind, r.comment, r.row_estimate AS "rowEstimate", r.readable, r.detail,
              r.further, r.engine_id AS "engineId", r.ids
         FROM schema_relations r
        WHERE r.content_id = $2 AND r.ordinal > $3
          AND EXISTS (SELECT FROM schema_contents c WHERE c.id = $2 AND c.data_source_id = $1)
        ORDER BY r.ordinal LIMIT $4`,
      [dataSourceId, contentId, ordinal, most],
    );
    return rows.map(({ ordinal: at, ...row }) => ({ contentId, ordinal: at, relation: fromRow(name, row) }));
  }

  async changes(dataSourceId: number, pairs: readonly ContentPair[], request: PageRequest): Promise<Page<ChangedRelation>> {
    const contents = [pairs.map(({ before }) => before), pairs.map(({ after }) => after)];
    const page = [request.limit, offsetOf(request)];
    const rows = await this.session.query<ChangeRow & object>(CHANGES, [dataSourceId, ...contents, ...page]);
    return { items: rows.flatMap(changeOf), total: rows[0]?.total ?? 0 };
  }

  private async withSchemas(dataSourceId: number, snapshots: readonly SnapshotRow[]): Promise<SnapshotView[]> {
    if (snapshots.length === 0) return [];
    const which = 'AND id = ANY($2::int[])';
    return this.read(which, [dataSourceId, snapshots.map(({ id }) => id)]);
  }

  /** Reads snapshots with all their schemas, the newest first. Raw: one statement joins three tables. */
  private async read(which: string, values: readonly unknown[]): Promise<SnapshotView[]> {
    const rows = await this.session.query<PartRow & object>(
      `SELECT s.id, s.covers_all AS "coversAll", s.taken_at AS "takenAt", s.discovered_at AS "discoveredAt",
              p.schema_name AS name, p.discovered_at AS "schemaDiscoveredAt", c.id::float8 AS "contentId", c.comment, c.engine_id AS "engineId",
              c.locked_relations AS locked, coalesce(c.tables_count, 0) AS tables, coalesce(c.views_count, 0) AS views,
              coalesce(c.columns_count, 0) AS columns
         FROM (SELECT * FROM schema_snapshots WHERE data_source_id = $1 ${which}) s
         LEFT JOIN (schema_snapshot_parts p JOIN schema_contents c ON c.id = p.content_id AND c.data_source_id = $1) ON p.snapshot_id = s.id
        ORDER BY s.id DESC, p.schema_name COLLATE "C"`,
      values,
    );
    const found = new Map<number, SnapshotView & { readonly schemas: SchemaView[] }>();
    for (const { id, coversAll, takenAt, discoveredAt, ...part } of rows) {
      const view = found.get(id) ?? { id, coversAll, takenAt, discoveredAt, schemas: [] };
      found.set(id, view);
      const { contentId, name, schemaDiscoveredAt, tables, views, columns, ...schema } = part;
      // A snapshot without a schema.
      if (contentId === null || name === null) continue;
      const counts = { tables, views, columns };
      view.schemas.push({ ...schema, contentId, name, discoveredAt: schemaDiscoveredAt, counts });
    }
    return [...found.values()];
  }
}

function changeOf({ before, after }: ChangeRow): ChangedRelation[] {
  if (before !== null) return [{ before, after }];
  return after === null ? [] : [{ before, after }];
}
