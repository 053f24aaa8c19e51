import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation } from '../../../platform/database/database-errors.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { NotFound } from '../../../shared/domain-error.js';
import { UnitOfWork } from '../../../shared/ports/unit-of-work.js';
import type { EncodedRelations, ReadSchema } from '../../application/ports/introspection.js';
import { type NewContent, SchemaCache } from '../../application/ports/schema-cache.js';
import type { Snapshot, SnapshotPart } from '../../domain/snapshot.js';

import { REFERENCE_COLUMNS, RELATION_COLUMNS } from './relation-row.js';

const KEPT_SNAPSHOTS = 10;

const CURRENT = {
  name: 'schema-cache.current',
  text: `SELECT s.id, s.covers_all AS "coversAll", s.discovered_at AS "discoveredAt", s.duration_ms AS "durationMs",
                p.content_id::int8::text AS "contentId", p.schema_name AS "schemaName", c.fingerprint,
                c.tables_count AS tables, c.views_count AS views, c.columns_count AS columns,
                p.discovered_at AS "partAt", p.duration_ms AS "partMs"
           FROM (SELECT * FROM schema_snapshots WHERE data_source_id = $1 ORDER BY id DESC LIMIT 1) s
           LEFT JOIN schema_snapshot_parts p ON p.snapshot_id = s.id
           LEFT JOIN schema_contents c ON c.id = p.content_id
          ORDER BY p.schema_name COLLATE "C"`,
};

/**
 * What the thread encoded goes in as it is: one statement a batch, whose arrays nobody parses here. Its commit is not waited
 * for: nothing of it counts before the snapshot does, whose commit is, and which brings all earlier ones to the disk.
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
  readonly partAt: Date;
  readonly partMs: number;
}

@Injectable()
export class SqlSchemaCache extends SchemaCache {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async current(dataSourceId: number): Promise<Snapshot | null> {
    const rows = await this.session.query<CurrentRow>(CURRENT, [dataSourceId]);
    const [first] = rows;
    if (first === undefined) return null;
    const { id, coversAll, discoveredAt, durationMs } = first;
    return { id, dataSourceId, coversAll, discoveredAt, durationMs, parts: rows.flatMap(partOf) };
  }

  async beginContent(content: NewContent, begunAt: Date): Promise<number> {
    const { dataSourceId, schemaName, comment } = content;
    const [row] = await ofLivingSource(() =>
      this.session.query<{ id: string }>(
        `INSERT INTO schema_contents (data_source_id, schema_name, comment, begun_at) VALUES ($1, $2, $3, $4) RETURNING id`,
        [dataSourceId, schemaName, comment, begunAt],
      ),
    );
    if (row === undefined) throw new Error('The content was not inserted.');
    return Number(row.id);
  }

  async addRelations(contentId: number, batch: EncodedRelations): Promise<void> {
    await ofLivingSource(() => this.session.execute(ADD_RELATIONS, [contentId, ...batch.arrays]));
  }

  async completeContent(contentId: number, fingerprint: string, read: ReadSchema): Promise<void> {
    const { counts, types } = read;
    await this.session.execute(
      `UPDATE schema_contents SET fingerprint = $2, types = $3, tables_count = $4, views_count = $5, columns_count = $6
        WHERE id = $1`,
      [contentId, fingerprint, JSON.stringify(types), counts.tables, counts.views, counts.columns],
    );
  }

  async dropContents(contentIds: readonly number[]): Promise<void> {
    await this.session.execute(
      `DELETE FROM schema_contents c
        WHERE id = ANY($1) AND NOT EXISTS (SELECT FROM schema_snapshot_parts p WHERE p.content_id = c.id)`,
      [contentIds],
    );
  }

  async forget(dataSourceId: number): Promise<void> {
    await this.session.execute(`DELETE FROM schema_snapshots WHERE data_source_id = $1`, [dataSourceId]);
  }

  replaceCurrent(snapshot: Omit<Snapshot, 'id'>): Promise<void> {
    const { dataSourceId, coversAll, discoveredAt, durationMs, parts } = snapshot;
    return this.unitOfWork.run(async () => {
      const before = await this.current(dataSourceId);
      let id = before !== null && isSame(before, snapshot) ? before.id : undefined;
      if (id === undefined) {
        const [row] = await this.session.query<{ id: number }>(
          `INSERT INTO schema_snapshots (data_source_id, covers_all, taken_at, discovered_at, duration_ms)
           VALUES ($1, $2, $3, $3, $4) RETURNING id`,
          [dataSourceId, coversAll, discoveredAt, durationMs],
        );
        id = row?.id;
      } else {
        await this.session.execute(`UPDATE schema_snapshots SET discovered_at = $2, duration_ms = $3 WHERE id = $1`, [
          id,
          discoveredAt,
          durationMs,
        ]);
      }
      await this.session.execute(
        `INSERT INTO schema_snapshot_parts (snapshot_id, schema_name, content_id, discovered_at, duration_ms)
         SELECT $1, p."schemaName", p."contentId", p."discoveredAt", p."durationMs"
           FROM jsonb_to_recordset($2::jsonb) AS p ("schemaName" text, "contentId" bigint, "discoveredAt" timestamptz,
                                                    "durationMs" integer)
         ON CONFLICT (snapshot_id, schema_name)
         DO UPDATE SET discovered_at = excluded.discovered_at, duration_ms = excluded.duration_ms`,
        [id, JSON.stringify(parts)],
      );
    });
  }

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

/** Somebody may delete the data source while it is read. @throws NotFound */
async function ofLivingSource<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new NotFound('Data source');
    throw error;
  }
}

function partOf(row: CurrentRow): SnapshotPart[] {
  const { contentId, schemaName, fingerprint, tables, views, columns, partAt, partMs } = row;
  if (contentId === null) return [];
  const counts = { tables, views, columns };
  return [{ contentId: Number(contentId), schemaName, fingerprint, counts, discoveredAt: partAt, durationMs: partMs }];
}

function isSame(one: Omit<Snapshot, 'id'>, other: Omit<Snapshot, 'id'>): boolean {
  const contents = ({ parts }: Omit<Snapshot, 'id'>): string =>
    parts
      .map(({ contentId }) => contentId)
      .sort((a, b) => a - b)
      .join();
  return one.coversAll === other.coversAll && contents(one) === contents(other);
}
