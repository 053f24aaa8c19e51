import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Scope } from '../../application/ports/cached-schemas.js';
import { type Found, SchemaRanking } from '../../application/ports/schema-ranking.js';
import { mayBePart } from '../../domain/question.js';
import { type HiddenColumns, placeOf } from '../../domain/readable-part.js';
import { BY_TERMS } from './ranking-statement.js';

const FOUND = `content_id::float8 AS "contentId", ordinal, schema_name AS schema, name`;

const READABLE = `
  SELECT c.schema_name, r.content_id, r.ordinal, r.name, r.row_estimate, r.columns_count
    FROM schema_contents c JOIN schema_relations r ON r.content_id = c.id
   WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[]) AND r.readable`;

/** SQL, for each ranking is one statement over several tables. */
@Injectable()
export class SqlSchemaRanking extends SchemaRanking {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async measure({ dataSourceId, contentIds }: Scope): Promise<{ relations: number; columns: number }> {
    const [row] = await this.session.query<{ relations: number; columns: number }>(
      `SELECT count(*)::int AS relations, coalesce(sum(columns_count), 0)::float8 AS columns FROM (${READABLE}) AS readable`,
      [dataSourceId, contentIds],
    );
    return row ?? { relations: 0, columns: 0 };
  }

  async inOrder({ dataSourceId, contentIds }: Scope, most: number): Promise<readonly Found[]> {
    return this.session.query<Found & object>(
      `SELECT ${FOUND} FROM (${READABLE}) AS readable ORDER BY schema_name COLLATE "C", name COLLATE "C" LIMIT $3`,
      [dataSourceId, contentIds, most],
    );
  }

  async byTerms(scope: Scope, terms: readonly string[], most: number): Promise<readonly Found[]> {
    return this.session.query<Found & object>(BY_TERMS, [
      scope.dataSourceId,
      scope.contentIds,
      terms,
      terms.map(mayBePart),
      most,
    ]);
  }

  async byWeight({ dataSourceId, contentIds }: Scope, most: number): Promise<readonly Found[]> {
    return this.session.query<Found & object>(
      `WITH degrees AS (
         SELECT content_id, ordinal, sum(links) AS links FROM (
           SELECT content_id, ordinal, count(*) AS links FROM schema_references
            WHERE content_id = ANY($2::bigint[]) GROUP BY content_id, ordinal
           UNION ALL
           SELECT r.content_id, r.ordinal, i.links
             FROM (SELECT target_schema, target_relation, count(*) AS links FROM schema_references
                    WHERE content_id = ANY($2::bigint[]) GROUP BY target_schema, target_relation) AS i
             JOIN (${READABLE}) AS r ON r.schema_name = i.target_schema AND r.name = i.target_relation) AS both_ways
          GROUP BY content_id, ordinal)
       SELECT ${FOUND} FROM (${READABLE}) AS readable LEFT JOIN degrees USING (content_id, ordinal)
        ORDER BY ln(1 + coalesce(links, 0)) + ln(1 + greatest(coalesce(row_estimate, 0), 0)) / 10 DESC,
                 schema_name COLLATE "C", name COLLATE "C" LIMIT $3`,
      [dataSourceId, contentIds, most],
    );
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
