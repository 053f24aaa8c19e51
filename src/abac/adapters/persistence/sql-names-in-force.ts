import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { ColumnTags, type KeptTag } from '../../application/ports/column-tags.js';
import { NamesInForce, type NamesOfSource, type SourceOfNames } from '../../application/ports/names-in-force.js';
import type { ColumnTag, ReviewedRelation } from '../../domain/column-tags.js';
import type { DataRule } from '../../domain/data-policy.js';
import type { FormerName } from '../../domain/former-names.js';

/** Raw: it locks, and writes many rows in a statement. */
@Injectable()
export class SqlNamesInForce extends NamesInForce {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly tags: ColumnTags,
  ) {
    super();
  }

  async lock(organizationId: number): Promise<void> {
    // Where nothing was written yet, there is no row to lock, and the first policy or tag would not wait. The organization comes first,
    // as everywhere: the foreign key of the new row would ask for it after others wait for the row.
    await this.session.execute(
      `INSERT INTO data_policy_epochs (organization_id, epoch) SELECT id, 1 FROM organizations WHERE id = $1 FOR KEY SHARE
       ON CONFLICT (organization_id) DO NOTHING`,
      [organizationId],
    );
    await this.session.query('SELECT FROM data_policy_epochs WHERE organization_id = $1 FOR UPDATE', [organizationId]);
  }

  async of(dataSourceId: number): Promise<NamesOfSource> {
    const policies = await this.session.query<NamesOfSource['policies'][number] & object>(
      'SELECT id, rules FROM data_policies WHERE data_source_id = $1 ORDER BY id',
      [dataSourceId],
    );
    const tags = await this.tags.ofSource(dataSourceId);
    return { policies, tags, reviewed: await this.tags.reviewed(dataSourceId) };
  }

  async changeRules(policyId: number, rules: readonly DataRule[], by: number | null, at: Date): Promise<void> {
    await this.session.execute(
      'UPDATE data_policies SET rules = $2, version = version + 1, updated_by = coalesce($3, updated_by), updated_at = $4 WHERE id = $1',
      [policyId, JSON.stringify(rules), by, at],
    );
  }

  async moveTag({ id, organizationId }: SourceOfNames, tag: KeptTag, to: readonly ColumnTag[], by: number | null, at: Date): Promise<void> {
    await this.session.execute(
      `INSERT INTO column_tags AS t (data_source_id, schema_name, relation_name, column_name, tag, organization_id, state, changed_by, changed_at)
       SELECT o.data_source_id, p.schema, p.relation, p."column", o.tag, $6, o.state, coalesce($7, o.changed_by), $8
         FROM column_tags o CROSS JOIN jsonb_to_recordset($9::jsonb) AS p (schema text, relation text, "column" text)
        WHERE o.data_source_id = $1 AND o.schema_name = $2 AND o.relation_name = $3 AND o.column_name = $4 AND o.tag = $5
       ON CONFLICT (data_source_id, schema_name, relation_name, column_name, tag)
         DO UPDATE SET state = excluded.state WHERE t.state = 'refused'`,
      [id, tag.schema, tag.relation, tag.column, tag.tag, organizationId, by, at, JSON.stringify(to)],
    );
    const stays = to.some(({ schema, relation, column }) => schema === tag.schema && relation === tag.relation && column === tag.column);
    if (!stays) await this.tags.remove(id, tag);
  }

  async moveReview(
    { id, organizationId }: SourceOfNames,
    { schema, relation }: ReviewedRelation,
    to: readonly ReviewedRelation[],
  ): Promise<void> {
    await this.session.execute('DELETE FROM reviewed_relations WHERE data_source_id = $1 AND schema_name = $2 AND relation_name = $3', [
      id,
      schema,
      relation,
    ]);
    for (const review of to) await this.tags.review(organizationId, id, review);
  }

  async remember({ id, organizationId }: SourceOfNames, former: readonly FormerName[]): Promise<void> {
    await this.session.execute(
      `INSERT INTO former_names AS f (data_source_id, organization_id, schema_name, relation_name, column_name, was_schema, was_relation,
                                      was_column, is_certain)
       SELECT DISTINCT ON (n.schema, n.relation, n."column", n."wasSchema", n."wasRelation", n."wasColumn")
              $1::int, $2::int, n.schema, n.relation, coalesce(n."column", ''), n."wasSchema", n."wasRelation", coalesce(n."wasColumn", ''),
              n."isCertain"
         FROM jsonb_to_recordset($3::jsonb) AS n (schema text, relation text, "column" text, "wasSchema" text, "wasRelation" text,
                                                  "wasColumn" text, "isCertain" boolean)
       ON CONFLICT (data_source_id, schema_name, relation_name, column_name, was_schema, was_relation, was_column)
         DO UPDATE SET is_certain = f.is_certain OR excluded.is_certain`,
      [id, organizationId, JSON.stringify(former)],
    );
  }
}
