import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { MovedRelations } from '../../application/ports/moved-relations.js';
import type { FollowedRelation, Movement } from '../../application/ports/schema-followers.js';
import type { QualifiedName } from '../../../shared/qualified-name.js';
import { type StoredRelation, fromRow } from '../../../engines/catalog-reader/relation-row.js';

const SNAPSHOTS = `
  snapshot AS MATERIALIZED (
    SELECT id, row_number() OVER (ORDER BY id DESC) AS age FROM schema_snapshots WHERE data_source_id = $1),
  part AS MATERIALIZED (
    SELECT p.content_id, p.schema_name, s.age FROM snapshot s JOIN schema_snapshot_parts p ON p.snapshot_id = s.id),
  fresh AS MATERIALIZED (
    SELECT n.content_id, n.schema_name FROM part n
     WHERE n.age = 1 AND NOT EXISTS (SELECT FROM part o WHERE o.age = 2 AND o.content_id = n.content_id))`;
const WANTED = `wanted AS (SELECT * FROM unnest($2::text[], $3::text[]) AS name (schema_name, name))`;
/** By the index over contents and folded names. */
const IS_WANTED = `r.name = w.name AND lower(r.name COLLATE "C") = lower(w.name COLLATE "C")`;

const told = (alias: string, schema: string): string => `json_build_object('schema', ${schema}, 'row', json_build_object(
    'name', ${alias}.name, 'kind', ${alias}.kind, 'comment', NULL, 'rowEstimate', NULL, 'readable', ${alias}.readable,
    'detail', ${alias}.detail, 'further', ${alias}.further, 'engineId', ${alias}.engine_id, 'ids', ${alias}.ids))`;

/**
 * The latest snapshot that has the name counts: a relation may be gone from one schema long before another one is read again.
 * If another relation has the name now, only relations that were read again have moved.
 */
const FOLLOWED = `
  WITH ${SNAPSHOTS}, ${WANTED}, old AS MATERIALIZED (
    SELECT DISTINCT ON (w.schema_name, w.name) w.schema_name, r.*, NOT EXISTS (
             SELECT FROM part c JOIN schema_relations r ON r.content_id = c.content_id AND ${IS_WANTED}
              WHERE c.age = 1 AND c.schema_name = w.schema_name) AS is_gone
      FROM wanted w JOIN part p ON p.schema_name = w.schema_name AND p.age > 1
      JOIN schema_relations r ON r.content_id = p.content_id AND ${IS_WANTED}
     ORDER BY w.schema_name, w.name, p.age
  )
  SELECT ${told('old', 'old.schema_name')} AS before, ${told('n', 'p.schema_name')} AS after
    FROM part p JOIN schema_relations n ON n.content_id = p.content_id JOIN old ON old.engine_id = n.engine_id
   WHERE p.age = 1 AND (old.is_gone OR p.content_id IN (SELECT content_id FROM fresh))`;

const PRESENT = `
  WITH ${SNAPSHOTS}, ${WANTED}
  SELECT w.schema_name AS schema, w.name FROM wanted w JOIN part p ON p.schema_name = w.schema_name AND p.age = 1
    JOIN schema_relations r ON r.content_id = p.content_id AND ${IS_WANTED}`;

/** With a first snapshot nothing appears: the source is new, or was pointed elsewhere. */
const APPEARED = `
  WITH ${SNAPSHOTS}
  SELECT f.schema_name AS schema, r.name FROM fresh f JOIN schema_relations r ON r.content_id = f.content_id
   WHERE r.engine_id IS NULL AND EXISTS (SELECT FROM snapshot WHERE age = 2) AND NOT EXISTS (
     SELECT FROM part p JOIN schema_relations o ON o.content_id = p.content_id AND lower(o.name COLLATE "C") = lower(r.name COLLATE "C")
      WHERE p.age = 2 AND p.schema_name = f.schema_name AND o.name = r.name)`;

interface Side {
  readonly schema: string;
  readonly row: StoredRelation;
}

/** Raw: each statement compares several snapshots. */
@Injectable()
export class SqlMovedRelations extends MovedRelations {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async since(dataSourceId: number, names: readonly QualifiedName[]): Promise<Movement> {
    const values = [dataSourceId, names.map(({ schema }) => schema), names.map(({ name }) => name)];
    const rows = await this.session.query<{ before: Side; after: Side }>(FOLLOWED, values);
    const present = await this.session.query<QualifiedName & object>(PRESENT, values);
    const isAnyGone = present.length < names.length;
    const appeared = isAnyGone ? await this.session.query<QualifiedName & object>(APPEARED, [dataSourceId]) : [];
    return { followed: rows.map(({ before, after }) => followedOf(before, after)), present, appeared };
  }
}

function followedOf(before: Side, after: Side): FollowedRelation {
  const [was, is] = [fromRow(before.schema, before.row), fromRow(after.schema, after.row)];
  const numbers = new Map(is.columns.map(({ name }, at) => [is.ids?.columns[at], name]));
  const renamed = was.columns.flatMap(({ name }, at): [string, string][] => {
    const number = was.ids?.columns[at];
    const now = number === undefined ? undefined : numbers.get(number);
    return now === undefined || now === name ? [] : [[name, now]];
  });
  return {
    before: { schema: was.schema, name: was.name },
    after: { schema: is.schema, name: is.name },
    columns: is.columns.map(({ name }) => name),
    renamed: new Map(renamed),
  };
}
