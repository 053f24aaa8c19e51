import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation } from '../../../platform/database/database-errors.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { NotFound } from '../../../shared/domain-error.js';
import { UnitOfWork } from '../../../shared/ports/unit-of-work.js';
import type { EncodedRelations, ReadSchema, RowEstimates } from '../../../engines/catalog-reader/reading.js';
import { type NewContent, SchemaCache } from '../../application/ports/schema-cache.js';
import type { Counts } from '../../../engines/catalog-reader/relation.js';
import type { Snapshot, SnapshotPart } from '../../domain/snapshot.js';
import { REFERENCE_COLUMNS, RELATION_COLUMNS } from '../../../engines/catalog-reader/relation-row.js';
import { contentSchema, snapshotSchema } from './schemas.js';

const KEPT_SNAPSHOTS = 10;

/** Raw: joins the newest snapshot with its parts and their contents. */
const CURRENT = {
  name: 'schema-cache.current',
  text: `SELECT s.id, s.covers_all AS "coversAll", s.discovered_at AS "discoveredAt", s.duration_ms AS "durationMs", s.facts,
                p.content_id::int8::text AS "contentId", p.schema_name AS "schemaName", c.fingerprint,
                c.tables_count AS tables, c.views_count AS views, c.columns_count AS columns,
                c.locked_relations AS locked,
                p.discovered_at AS "partAt", p.duration_ms AS "partMs"
           FROM (SELECT * FROM schema_snapshots WHERE data_source_id = $1 ORDER BY id DESC LIMIT 1) s
           LEFT JOIN schema_snapshot_parts p ON p.snapshot_id = s.id
           LEFT JOIN schema_contents c ON c.id = p.content_id
          ORDER BY p.schema_name COLLATE "C"`,
};

const RELATION_PARTS = Object.keys(RELATION_COLUMNS).filter((column) => column !== 'ordinal');
const IS_VIEW = `kind IN ('view', 'materialized_view')`;

/**
 * Raw: one statement inserts each batch as the thread encoded it, without parsing it here. It does not wait until the commit is on the
 * disk: the rows count only with their snapshot. The commit of the snapshot waits, and brings all earlier commits to the disk.
 */
export const ADD_RELATIONS = {
  name: 'schema-cache.add-relations',
  text: `WITH hasty AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS setting
         ), stored AS (
           INSERT INTO schema_relations (content_id, ${Object.keys(RELATION_COLUMNS).join()})
           SELECT $1, r.* FROM hasty, unnest(${parametersOf(RELATION_COLUMNS, 2)}) AS r WHERE hasty.setting = 'off'
         )
         INSERT INTO schema_references (content_id, ${Object.keys(REFERENCE_COLUMNS).join()})
         SELECT $1, r.* FROM unnest(${parametersOf(REFERENCE_COLUMNS, 2 + Object.keys(RELATION_COLUMNS).length)}) AS r`,
};

/** Raw: one statement copies rows from one content to the end of another, and counts them. */
const KEEP_RELATIONS = {
  name: 'schema-cache.keep-relations',
  text: `WITH kept AS (
           SELECT r.*, (SELECT coalesce(max(ordinal), 0) FROM schema_relations WHERE content_id = $1)
                       + row_number() OVER (ORDER BY r.ordinal) AS place
             FROM schema_relations r WHERE r.content_id = $2 AND r.name = ANY($3::text[])
         ), copied AS (
           INSERT INTO schema_relations (content_id, ordinal, ${RELATION_PARTS.join()})
           SELECT $1, place, ${RELATION_PARTS.join()} FROM kept
         ), referring AS (
           INSERT INTO schema_references (content_id, ordinal, target_schema, target_relation)
           SELECT $1, kept.place, f.target_schema, f.target_relation
             FROM kept JOIN schema_references f ON f.content_id = $2 AND f.ordinal = kept.ordinal
         )
         SELECT count(*) FILTER (WHERE NOT ${IS_VIEW})::int AS tables, count(*) FILTER (WHERE ${IS_VIEW})::int AS views,
                coalesce(sum(columns_count), 0)::int AS columns
           FROM kept`,
};

function parametersOf(columns: Readonly<Record<string, string>>, first: number): string {
  return Object.values(columns)
    .map((type, index) => `$${first + index}::${type}[]`)
    .join();
}

interface CurrentRow extends Omit<Snapshot, 'dataSourceId' | 'parts'> {
  readonly contentId: string | null;
  readonly schemaName: string;
  readonly fingerprint: string;
  readonly tables: number;
  readonly views: number;
  readonly columns: number;
  readonly locked: readonly string[];
  readonly partAt: Date;
  readonly partMs: number;
}

@Injectable()
export class TypeOrmSchemaCache extends SchemaCache {
  private readonly snapshots;
  private readonly contents;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
    this.snapshots = session.repository(snapshotSchema);
    this.contents = session.repository(contentSchema);
  }

  async current(dataSourceId: number): Promise<Snapshot | null> {
    const rows = await this.session.query<CurrentRow>(CURRENT, [dataSourceId]);
    const [first] = rows;
    if (first === undefined) return null;
    const { id, coversAll, discoveredAt, durationMs, facts } = first;
    return { id, dataSourceId, coversAll, discoveredAt, durationMs, facts, parts: rows.flatMap(partOf) };
  }

  async beginContent(content: NewContent, begunAt: Date): Promise<number> {
    return Number(await ofLivingSource(() => insertedId(this.contents, { ...content, begunAt })));
  }

  async addRelations(contentId: number, batch: EncodedRelations): Promise<void> {
    await ofLivingSource(() => this.session.execute(ADD_RELATIONS, [contentId, ...batch.arrays]));
  }

  async keepRelations(contentId: number, fromContentId: number, names: readonly string[]): Promise<Counts> {
    const [kept] = await ofLivingSource(() => this.session.query<Counts>(KEEP_RELATIONS, [contentId, fromContentId, names]));
    return kept ?? { tables: 0, views: 0, columns: 0 };
  }

  async renewEstimates(contentId: number, estimates: RowEstimates): Promise<void> {
    // Raw: one statement for all, which writes only rows that change.
    await this.session.execute(
      `UPDATE schema_relations r SET row_estimate = e.rows
         FROM unnest($2::text[], $3::float8[]) AS e (name, rows)
        WHERE r.content_id = $1 AND r.name = e.name AND r.row_estimate IS DISTINCT FROM e.rows`,
      [contentId, estimates.map(([name]) => name), estimates.map(([, rows]) => rows)],
    );
  }

  async completeContent(contentId: number, fingerprint: string, read: ReadSchema): Promise<void> {
    const { counts, types, locked } = read;
    // Apart: in contents of versions that did not ask for composite types their column is null.
    const compositeTypes = types.filter(({ kind }) => kind === 'composite');
    const others = types.filter(({ kind }) => kind !== 'composite');
    const content = { fingerprint, types: others, compositeTypes, lockedRelations: [...locked], ...counts };
    await this.contents.update({ id: String(contentId) }, content);
  }

  async dropContents(contentIds: readonly number[]): Promise<void> {
    // Raw: it looks at the parts of all snapshots.
    await this.session.execute(
      `DELETE FROM schema_contents c
        WHERE id = ANY($1) AND NOT EXISTS (SELECT FROM schema_snapshot_parts p WHERE p.content_id = c.id)`,
      [contentIds],
    );
  }

  async forget(dataSourceId: number): Promise<void> {
    await this.snapshots.delete({ dataSourceId });
  }

  replaceCurrent(snapshot: Omit<Snapshot, 'id'>): Promise<boolean> {
    const { dataSourceId, coversAll, discoveredAt, durationMs, facts, parts } = snapshot;
    return this.unitOfWork.run(async () => {
      const before = await this.current(dataSourceId);
      const kept = before !== null && isSame(before, snapshot) ? before.id : null;
      if (kept !== null) await this.snapshots.update({ id: kept }, { discoveredAt, durationMs, facts });
      const made = { dataSourceId, coversAll, takenAt: discoveredAt, discoveredAt, durationMs, facts };
      const id = kept ?? (await insertedId(this.snapshots, made));
      // Raw: one upsert for any number of schemas.
      await this.session.execute(
        `INSERT INTO schema_snapshot_parts (snapshot_id, schema_name, content_id, discovered_at, duration_ms)
         SELECT $1, p."schemaName", p."contentId", p."discoveredAt", p."durationMs"
           FROM jsonb_to_recordset($2::jsonb) AS p ("schemaName" text, "contentId" bigint, "discoveredAt" timestamptz,
                                                    "durationMs" integer)
         ON CONFLICT (snapshot_id, schema_name)
         DO UPDATE SET discovered_at = excluded.discovered_at, duration_ms = excluded.duration_ms`,
        [id, JSON.stringify(parts)],
      );
      return kept === null;
    });
  }

  /** Raw: each statement covers all sources, and compares rows with other rows. */
  async purge(begunBefore: Date): Promise<void> {
    await this.session.execute(
      `DELETE FROM schema_snapshots WHERE id IN (
         SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY data_source_id ORDER BY id DESC) AS age
                           FROM schema_snapshots) s WHERE age > $1)`,
      [KEPT_SNAPSHOTS],
    );
    await this.session.execute(
      `DELETE FROM schema_contents c
        WHERE begun_at < $1 AND NOT EXISTS (SELECT FROM schema_snapshot_parts p WHERE p.content_id = c.id)`,
      [begunBefore],
    );
  }
}

/** Translates the error of a data source that was deleted during its discovery. @throws NotFound */
async function ofLivingSource<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new NotFound('Data source');
    throw error;
  }
}

function partOf(row: CurrentRow): SnapshotPart[] {
  const { contentId, schemaName, fingerprint, tables, views, columns, locked, partAt, partMs } = row;
  if (contentId === null) return [];
  const counts = { tables, views, columns };
  const times = { discoveredAt: partAt, durationMs: partMs };
  return [{ contentId: Number(contentId), schemaName, fingerprint, counts, locked, ...times }];
}

function isSame(one: Omit<Snapshot, 'id'>, other: Omit<Snapshot, 'id'>): boolean {
  const contents = ({ parts }: Omit<Snapshot, 'id'>): string =>
    parts
      .map(({ contentId }) => contentId)
      .sort((a, b) => a - b)
      .join();
  return one.coversAll === other.coversAll && contents(one) === contents(other);
}
