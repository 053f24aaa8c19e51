import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { DescribedRelations } from '../../application/ports/described-relations.js';
import type { Relation } from '../../../engines/catalog-reader/relation.js';
import type { SnapshotPart } from '../../domain/snapshot.js';
import { type StoredRelation, fromRow } from '../../../engines/catalog-reader/relation-row.js';

type Row = StoredRelation & { readonly schemaName: string };

/** `name` is `null` in the single row that only says that there is a snapshot. It uses the index over contents and folded names. */
const NAMED = `
  WITH current AS MATERIALIZED (
    SELECT id FROM schema_snapshots WHERE data_source_id = $1 ORDER BY id DESC LIMIT 1)
  SELECT found.* FROM current LEFT JOIN LATERAL (
    SELECT p.schema_name AS "schemaName", r.name, r.kind, r.comment, r.row_estimate AS "rowEstimate", r.readable, r.detail
      FROM schema_snapshot_parts p
      JOIN schema_contents c ON c.id = p.content_id AND c.data_source_id = $1
     CROSS JOIN (SELECT DISTINCT lower(name COLLATE "C") AS name FROM unnest($2::text[]) AS name) AS wanted
      JOIN schema_relations r ON r.content_id = c.id AND lower(r.name COLLATE "C") = wanted.name
     WHERE p.snapshot_id = current.id) AS found ON true
   ORDER BY found."schemaName" COLLATE "C", found.name COLLATE "C"`;

const MOST_WITH_COLUMNS = 200;

/** Like `NAMED`. A detail is searched as a text first: only one that has a name is parsed. */
const WITH_COLUMNS = `
  WITH current AS MATERIALIZED (
    SELECT id FROM schema_snapshots WHERE data_source_id = $1 ORDER BY id DESC LIMIT 1),
  wanted AS MATERIALIZED (SELECT array_agg(DISTINCT lower(name COLLATE "C")) AS names FROM unnest($2::text[]) AS name)
  SELECT found.* FROM current LEFT JOIN LATERAL (
    SELECT p.schema_name AS "schemaName", r.name, r.kind, r.comment, r.row_estimate AS "rowEstimate", r.readable, r.detail, columns.count
      FROM schema_snapshot_parts p
      JOIN schema_contents c ON c.id = p.content_id AND c.data_source_id = $1
      JOIN schema_relations r ON r.content_id = c.id AND r.readable
     CROSS JOIN wanted
     CROSS JOIN LATERAL (
       SELECT count(*) AS count FROM json_to_recordset(CASE
           WHEN EXISTS (SELECT FROM unnest(wanted.names) AS w WHERE strpos(lower(r.detail::text), lower(to_json(w)::text)) > 0)
           THEN r.detail -> 'columns' ELSE '[]' END) AS k (name text, readable boolean)
        WHERE k.readable IS NOT FALSE AND lower(k.name COLLATE "C") = ANY(wanted.names)) AS columns
     WHERE p.snapshot_id = current.id AND (columns.count > 0 OR lower(r.name COLLATE "C") = ANY(wanted.names))
     ORDER BY columns.count DESC, p.schema_name COLLATE "C", r.name COLLATE "C" LIMIT ${MOST_WITH_COLUMNS}) AS found ON true
   ORDER BY found.count DESC, found."schemaName" COLLATE "C", found.name COLLATE "C"`;

const IN_PARTS = `
  SELECT part.name AS "schemaName", r.name, r.kind, r.comment, r.row_estimate AS "rowEstimate", r.readable, r.detail
    FROM unnest($1::bigint[], $2::text[]) AS part (content_id, name)
   CROSS JOIN (SELECT DISTINCT lower(name COLLATE "C") AS name FROM unnest($3::text[]) AS name) AS wanted
    JOIN schema_relations r ON r.content_id = part.content_id AND lower(r.name COLLATE "C") = wanted.name`;

/** Raw: each statement reads several tables, and each check of a query for SQLite sends one. */
@Injectable()
export class SqlDescribedRelations extends DescribedRelations {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  named(dataSourceId: number, names: readonly string[]): Promise<readonly Relation[] | null> {
    return this.read(NAMED, dataSourceId, names);
  }

  withColumns(dataSourceId: number, names: readonly string[]): Promise<readonly Relation[] | null> {
    return this.read(WITH_COLUMNS, dataSourceId, names);
  }

  private async read(statement: string, dataSourceId: number, names: readonly string[]): Promise<readonly Relation[] | null> {
    const rows = await this.session.query<Row & object>(statement, [dataSourceId, names]);
    if (rows.length === 0) return null;
    return rows.flatMap(({ schemaName, ...row }) => ((row.name as string | null) === null ? [] : [fromRow(schemaName, row)]));
  }

  async inParts(parts: readonly SnapshotPart[], names: readonly string[]): Promise<readonly Relation[]> {
    const [contents, schemas] = [parts.map(({ contentId }) => contentId), parts.map(({ schemaName }) => schemaName)];
    const rows = await this.session.query<Row & object>(IN_PARTS, [contents, schemas, names]);
    return rows.map(({ schemaName, ...row }) => fromRow(schemaName, row));
  }
}
