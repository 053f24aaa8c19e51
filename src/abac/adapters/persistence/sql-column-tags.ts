import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { ColumnTags, type KeptTag, type TagChange } from '../../application/ports/column-tags.js';
import type { FormerName } from '../../domain/former-names.js';
import type { ColumnTag, KeptNames, ReviewedRelation, TagState } from '../../domain/column-tags.js';

type Place = Pick<ReviewedRelation, 'schema' | 'relation'>;

const PLACE = `schema_name AS "schema", relation_name AS "relation"`;
const FORMER = `${PLACE}, nullif(column_name, '') AS "column", was_schema AS "wasSchema", was_relation AS "wasRelation",
  nullif(was_column, '') AS "wasColumn", is_certain AS "isCertain"`;

/** Raw: each change is one statement that inserts or updates, and entities for three small tables would be longer than the rest. */
@Injectable()
export class SqlColumnTags extends ColumnTags {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  ofSource(dataSourceId: number): Promise<readonly KeptTag[]> {
    return this.session.query<KeptTag & object>(
      `SELECT ${PLACE}, column_name AS "column", tag, state FROM column_tags WHERE data_source_id = $1
        ORDER BY schema_name, relation_name, column_name, tag`,
      [dataSourceId],
    );
  }

  inForce(dataSourceId: number): Promise<readonly ColumnTag[]> {
    return this.session.query<ColumnTag & object>(
      `SELECT ${PLACE}, column_name AS "column", tag FROM column_tags WHERE data_source_id = $1 AND state <> 'refused'
        ORDER BY schema_name, relation_name, column_name, tag`,
      [dataSourceId],
    );
  }

  async names(organizationId: number, dataSourceId: number | null): Promise<readonly string[]> {
    const rows = await this.session.query<{ tag: string }>(
      `SELECT DISTINCT tag FROM column_tags
        WHERE organization_id = $1 AND ($2::int IS NULL OR data_source_id = $2) AND state <> 'refused'`,
      [organizationId, dataSourceId],
    );
    return rows.map(({ tag }) => tag);
  }

  reviewed(dataSourceId: number): Promise<readonly ReviewedRelation[]> {
    return this.session.query<ReviewedRelation & object>(`SELECT ${PLACE}, columns FROM reviewed_relations WHERE data_source_id = $1`, [
      dataSourceId,
    ]);
  }

  formerNames(dataSourceId: number): Promise<readonly FormerName[]> {
    return this.session.query<FormerName & object>(
      `SELECT ${FORMER} FROM former_names WHERE data_source_id = $1 ORDER BY schema_name, relation_name`,
      [dataSourceId],
    );
  }

  async presumedNames(organizationId: number): Promise<ReadonlyMap<number, readonly FormerName[]>> {
    const rows = await this.session.query<{ source: number; former: readonly FormerName[] }>(
      `SELECT data_source_id AS source, json_agg(f ORDER BY schema, relation) AS former
         FROM (SELECT data_source_id, ${FORMER} FROM former_names WHERE organization_id = $1 AND NOT is_certain) f
        GROUP BY data_source_id ORDER BY data_source_id`,
      [organizationId],
    );
    return new Map(rows.map(({ source, former }) => [source, former]));
  }

  async count(dataSourceId: number): Promise<KeptNames> {
    const [row] = await this.session.query<KeptNames & object>(
      `SELECT (SELECT count(*) FROM column_tags WHERE data_source_id = $1)::int AS tags,
              (SELECT count(*) FROM reviewed_relations WHERE data_source_id = $1)::int AS "reviewedRelations",
              (SELECT count(*) FROM former_names WHERE data_source_id = $1)::int AS "formerNames"`,
      [dataSourceId],
    );
    return row ?? { tags: 0, reviewedRelations: 0, formerNames: 0 };
  }

  async set(change: TagChange, state: TagState): Promise<void> {
    const { dataSourceId, schema, relation, column, tag, organizationId, by, at } = change;
    await this.session.execute(
      `INSERT INTO column_tags (data_source_id, schema_name, relation_name, column_name, tag, organization_id, state, changed_by, changed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (data_source_id, schema_name, relation_name, column_name, tag)
         DO UPDATE SET state = excluded.state, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
      [dataSourceId, schema, relation, column, tag, organizationId, state, by, at],
    );
  }

  async remove(dataSourceId: number, { schema, relation, column, tag }: ColumnTag): Promise<boolean> {
    const removed = await this.session.execute(
      `DELETE FROM column_tags
        WHERE data_source_id = $1 AND schema_name = $2 AND relation_name = $3 AND column_name = $4 AND tag = $5`,
      [dataSourceId, schema, relation, column, tag],
    );
    return removed === 1;
  }

  async review(organizationId: number, dataSourceId: number, { schema, relation, columns }: ReviewedRelation): Promise<void> {
    await this.session.execute(
      `INSERT INTO reviewed_relations AS r (organization_id, data_source_id, schema_name, relation_name, columns)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (data_source_id, schema_name, relation_name)
         DO UPDATE SET columns = ARRAY(SELECT unnest(r.columns) UNION SELECT unnest(excluded.columns))`,
      [organizationId, dataSourceId, schema, relation, columns],
    );
  }

  async isPresumed(dataSourceId: number, { schema, relation }: Place): Promise<boolean> {
    const found = await this.session.query(
      'SELECT FROM former_names WHERE data_source_id = $1 AND schema_name = $2 AND relation_name = $3 AND NOT is_certain LIMIT 1',
      [dataSourceId, schema, relation],
    );
    return found.length > 0;
  }

  async settle(dataSourceId: number, { schema, relation }: Place): Promise<void> {
    await this.session.execute(
      'DELETE FROM former_names WHERE data_source_id = $1 AND schema_name = $2 AND relation_name = $3 AND NOT is_certain',
      [dataSourceId, schema, relation],
    );
  }

  async hides(dataSourceId: number, { schema, relation, column, tag }: ColumnTag): Promise<boolean> {
    const [row] = await this.session.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM column_tags t JOIN data_policies p ON p.organization_id = t.organization_id,
                             jsonb_array_elements(p.rules) r
                       WHERE t.data_source_id = $1 AND t.schema_name = $2 AND t.relation_name = $3 AND t.column_name = $4
                         AND t.tag = $5 AND t.state <> 'refused' AND p.status = 'active' AND r->>'tag' = t.tag) AS found`,
      [dataSourceId, schema, relation, column, tag],
    );
    return row?.found === true;
  }
}
