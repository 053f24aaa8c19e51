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

  async named(dataSourceId: number, names: readonly string[]): Promise<readonly Relation[] | null> {
    const rows = await this.session.query<Row & object>(NAMED, [dataSourceId, names]);
    if (rows.length === 0) return null;
    return rows.flatMap(({ schemaName, ...row }) => ((row.name as string | null) === null ? [] : [fromRow(schemaName, row)]));
  }

  async inParts(parts: readonly SnapshotPart[], names: readonly string[]): Promise<readonly Relation[]> {
    const [contents, schemas] = [parts.map(({ contentId }) => contentId), parts.map(({ schemaName }) => schemaName)];
    const rows = await this.session.query<Row & object>(IN_PARTS, [contents, schemas, names]);
    return rows.map(({ schemaName, ...row }) => fromRow(schemaName, row));
  }
}
