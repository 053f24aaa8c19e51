import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { QualifiedName } from '../../../shared/qualified-name.js';
import type { SourceFacts } from '../../../engines/catalog-reader/source-facts.js';
import { type LocatedRelation, type NamedRelation, RelationNames } from '../../application/ports/relation-names.js';

interface Row {
  /** Counts from 1; `null` in the single row that only says that there is a snapshot. */
  readonly place: number | null;
  readonly schema: string;
  readonly name: string;
  readonly isReadable: boolean;
}

/** Exported for a test of its plan. With the C collation `lower` changes only ASCII letters, as SQLite and DuckDB do. */
export const LOCATE = `
  WITH current AS MATERIALIZED (
    SELECT id FROM schema_snapshots WHERE data_source_id = $1 AND ($7::int IS NULL OR id = $7) ORDER BY id DESC LIMIT 1)
  SELECT found.place::int, found.schema, found.name, found.readable AS "isReadable"
    FROM current LEFT JOIN LATERAL (
      SELECT wanted.place, one.schema_name AS schema, one.name, one.readable
        FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS wanted (schema, name, place)
       CROSS JOIN LATERAL (
         SELECT p.schema_name, r.name, r.readable
           FROM schema_snapshot_parts p
           JOIN schema_contents c ON c.id = p.content_id AND c.data_source_id = $1
           JOIN schema_relations r ON r.content_id = c.id AND lower(r.name COLLATE "C") = lower(wanted.name COLLATE "C")
          WHERE p.snapshot_id = current.id AND ($4 OR r.name = wanted.name)
            AND (wanted.schema IS NULL OR p.schema_name = wanted.schema
                 OR $4 AND lower(p.schema_name COLLATE "C") = lower(wanted.schema COLLATE "C"))
          ORDER BY r.readable DESC, array_position($6::text[], p.schema_name), p.schema_name COLLATE "C", r.ordinal
          LIMIT $5) AS one) AS found ON true
   ORDER BY found.place, found.readable DESC, array_position($6::text[], found.schema), found.schema COLLATE "C"`;

/** As many corrections as `nearest` makes. */
const MOST_LETTERS_APART = 2;

const OF_SIMILAR_LENGTH = `
  SELECT p.schema_name AS schema, r.name
    FROM schema_snapshot_parts p
    JOIN schema_contents c ON c.id = p.content_id AND c.data_source_id = $1
    JOIN schema_relations r ON r.content_id = c.id AND r.readable AND abs(length(r.name) - $3::int) <= $4
   WHERE p.snapshot_id = (
     SELECT id FROM schema_snapshots WHERE data_source_id = $1 AND ($2::int IS NULL OR id = $2) ORDER BY id DESC LIMIT 1)
   ORDER BY p.schema_name COLLATE "C", r.ordinal
   LIMIT $5`;

const FACTS = `SELECT facts FROM schema_snapshots WHERE data_source_id = $1 AND ($2::int IS NULL OR id = $2) ORDER BY id DESC LIMIT 1`;

/** Raw: each check of a query asks it, and `locate` reads several tables. */
@Injectable()
export class SqlRelationNames extends RelationNames {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async locate(
    dataSourceId: number,
    snapshotId: number | null,
    names: readonly NamedRelation[],
    foldsCase: boolean,
    path: readonly string[],
    mostOfEach: number,
  ): Promise<readonly (readonly LocatedRelation[])[] | null> {
    const rows = await this.session.query<Row & object>(LOCATE, [
      dataSourceId,
      names.map(({ schema }) => schema),
      names.map(({ name }) => name),
      foldsCase,
      mostOfEach,
      path,
      snapshotId,
    ]);
    if (rows.length === 0) return null;
    const located: LocatedRelation[][] = names.map(() => []);
    for (const { place, schema, name, isReadable } of rows) if (place !== null) located[place - 1]?.push({ schema, name, isReadable });
    return located;
  }

  ofSimilarLength(dataSourceId: number, snapshotId: number | null, length: number, most: number): Promise<readonly QualifiedName[]> {
    return this.session.query<QualifiedName & object>(OF_SIMILAR_LENGTH, [dataSourceId, snapshotId, length, MOST_LETTERS_APART, most]);
  }

  async facts(dataSourceId: number, snapshotId: number | null): Promise<SourceFacts | null> {
    const [row] = await this.session.query<{ facts: SourceFacts | null }>(FACTS, [dataSourceId, snapshotId]);
    return row?.facts ?? null;
  }
}
