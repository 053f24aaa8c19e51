import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Scope } from '../../../catalog/application/open-schema.js';
import { type Room, SchemaRanking } from '../../application/ports/schema-ranking.js';
import type { Found } from '../../../catalog/application/open-schema.js';
import type { HiddenColumns } from '../../../engines/catalog-reader/readable-part.js';
import { placeOf } from '../../../shared/qualified-name.js';

const READABLE = `
  SELECT c.schema_name, r.content_id, r.ordinal, r.name, r.row_estimate, r.columns_count, r.extension
    FROM schema_contents c JOIN schema_relations r ON r.content_id = c.id
   WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[]) AND r.readable`;

/** Raw: each ranking is one statement over several tables. */
@Injectable()
export class SqlSchemaRanking extends SchemaRanking {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async measure(
    { dataSourceId, contentIds }: Scope,
    { ofRelation, ofColumn, ofAll }: Room,
  ): Promise<{ relations: number; inOrder: readonly Found[] | null }> {
    const [row] = await this.session.query<{ relations: number; inOrder: readonly Found[] | null }>(
      `WITH readable AS MATERIALIZED (${READABLE}),
            measured AS (SELECT count(*) AS relations, coalesce(sum(columns_count), 0) AS columns FROM readable)
       SELECT relations::int, CASE WHEN relations * $3 + columns * $4 <= $5 THEN
              (SELECT coalesce(json_agg(json_build_object('contentId', content_id, 'ordinal', ordinal, 'schema', schema_name, 'name', name)
                                        ORDER BY extension IS NOT NULL, schema_name COLLATE "C", name COLLATE "C"), '[]') FROM readable) END AS "inOrder"
         FROM measured`,
      [dataSourceId, contentIds, ofRelation, ofColumn, ofAll],
    );
    return row ?? { relations: 0, inOrder: [] };
  }

  async rowEstimates({ dataSourceId, contentIds }: Scope): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
    // As JSON, which is read several times faster than as many rows.
    const rows = await this.session.query<{ contentId: number; estimates: readonly (readonly [number, number])[] }>(
      `SELECT r.content_id::float8 AS "contentId", json_agg(json_build_array(r.ordinal, r.row_estimate)) AS estimates
         FROM schema_contents c JOIN schema_relations r ON r.content_id = c.id
        WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[]) AND r.readable AND r.row_estimate > 0
        GROUP BY r.content_id`,
      [dataSourceId, contentIds],
    );
    return new Map(rows.map(({ contentId, estimates }) => [contentId, new Map(estimates)]));
  }

  async hidden(
    { dataSourceId, contentIds }: Scope,
    places: readonly (readonly [schema: string, relation: string])[],
  ): Promise<HiddenColumns> {
    if (places.length === 0) return new Map();
    const rows = await this.session.query<{ schema: string; name: string; columns: string[] }>(
      `SELECT c.schema_name AS schema, r.name,
              ARRAY(SELECT k.name FROM json_to_recordset(r.detail -> 'columns') AS k (name text, readable boolean)
                     WHERE k.readable IS FALSE) AS columns
         FROM unnest($3::text[], $4::text[]) AS place (schema_name, name)
         JOIN schema_contents c ON c.schema_name = place.schema_name
         JOIN schema_relations r ON r.content_id = c.id AND r.name = place.name
        WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[]) AND r.readable`,
      [dataSourceId, contentIds, places.map(([schema]) => schema), places.map(([, relation]) => relation)],
    );
    return new Map(rows.map(({ schema, name, columns }) => [placeOf(schema, name), columns]));
  }
}
