import { Injectable } from '@nestjs/common';
import { dataPolicyEpoch } from '../../../platform/database/data-policy-epoch.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { refuseTwin } from '../../../platform/database/name-twins.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { DataPoliciesKept, type DataPolicyEdit, type DataPolicySet } from '../../application/ports/data-policies-kept.js';
import type { ColumnTag, ReviewedRelation } from '../../domain/column-tags.js';
import type { FormerName } from '../../domain/former-names.js';
import { DataPolicyNameTaken, TooManyDataPolicies } from '../../domain/data-policy.errors.js';
import { type DataPolicy, type DataPolicyStatus, MOST_DATA_POLICIES } from '../../domain/data-policy.js';
import type { TagsOfSource } from '../../domain/relation-limits.js';

const COLUMNS = `p.id, p.organization_id AS "organizationId", p.data_source_id AS "dataSourceId", p.name, p.description,
  p.applies_when AS "appliesWhen", p.tree, p.rules, p.status, p.version, p.updated_by AS "updatedBy", p.updated_at AS "updatedAt",
  p.failing_since AS "failingSince", p.failed_at AS "failedAt", p.failed_for AS "failedFor"`;
const NOT_FAILING = 'failing_since = NULL, failed_at = NULL, failed_for = NULL';
const OWN = ofCaller({ organization: 'p.organization_id', user: '$2', isAdmin: '$3' });

const EPOCH: PreparedStatement = {
  name: 'data_policy_epoch',
  text: `SELECT ${dataPolicyEpoch('$1')} AS epoch`,
};

/** One statement, so that epoch, policies and tags are of one moment. */
const SET: PreparedStatement = {
  name: 'data_policy_set',
  text: `SELECT e.epoch,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'dataSourceId', p.data_source_id, 'rules', p.rules,
                                                    'tree', p.tree) ORDER BY p.id), '[]')
         FROM data_policies p WHERE p.organization_id = e.organization_id AND p.status = 'active') AS active,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('source', t.data_source_id, 'schema', t.schema_name, 'relation', t.relation_name,
                                                    'column', t.column_name, 'tag', t.tag)), '[]')
         FROM column_tags t
        WHERE t.organization_id = e.organization_id AND t.state <> 'refused'
          AND EXISTS (SELECT FROM data_policies p, jsonb_array_elements(p.rules) r
                       WHERE p.organization_id = e.organization_id AND p.status = 'active' AND r->>'tag' = t.tag)) AS tags,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('source', v.data_source_id, 'schema', v.schema_name, 'relation', v.relation_name,
                                                    'columns', v.columns)), '[]')
         FROM reviewed_relations v WHERE v.organization_id = e.organization_id) AS reviewed,
      (SELECT coalesce(jsonb_agg(jsonb_build_object(
                'source', f.data_source_id, 'schema', f.schema_name, 'relation', f.relation_name, 'column', nullif(f.column_name, ''),
                'wasSchema', f.was_schema, 'wasRelation', f.was_relation, 'wasColumn', nullif(f.was_column, ''),
                'isCertain', f.is_certain)), '[]')
         FROM former_names f WHERE f.organization_id = e.organization_id) AS former
    FROM data_policy_epochs e WHERE e.organization_id = $1`,
};

/** Hot where sources could read the same data: each statement of a person asks. */
const PROTECTED: PreparedStatement = {
  name: 'data_policy_protected',
  text: `SELECT s.id FROM data_sources s
          WHERE s.organization_id = $1 AND ($2::int[] IS NULL OR s.id = ANY ($2))
            AND (EXISTS (SELECT FROM data_policies p WHERE p.data_source_id = s.id AND p.status = 'active')
              OR EXISTS (SELECT FROM data_policies p, jsonb_array_elements(p.rules) r
                          WHERE p.organization_id = $1 AND p.status = 'active' AND p.data_source_id IS NULL
                            AND EXISTS (SELECT FROM column_tags t
                                         WHERE t.organization_id = $1 AND t.tag = r->>'tag' AND t.data_source_id = s.id
                                           AND t.state <> 'refused'))
              OR EXISTS (SELECT FROM abac_policy_versions v
                          WHERE v.organization_id = $1 AND v.state = 'active' AND v.effect = 'forbid'
                            AND strpos(v.tree::text, '{"id": "' || s.id || '", "type": "DataSource"}') > 0))
          ORDER BY s.id`,
};

interface SetRow {
  readonly epoch: number;
  readonly active: DataPolicySet['active'];
  readonly tags: readonly (ColumnTag & { readonly source: number })[];
  readonly reviewed: readonly (ReviewedRelation & { readonly source: number })[];
  readonly former: readonly (FormerName & { readonly source: number })[];
}

/** Raw: versions decide within the statement that writes, and a set is read in one. */
@Injectable()
export class SqlDataPolicies extends DataPoliciesKept {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async epochOf(organizationId: number): Promise<number | null> {
    const [row] = await this.session.query<{ epoch: number | null }>(EPOCH, [organizationId]);
    return row?.epoch ?? null;
  }

  async load(organizationId: number): Promise<DataPolicySet | null> {
    const [row] = await this.session.query<SetRow & object>(SET, [organizationId]);
    if (row === undefined) return null;
    const { epoch, active, tags, reviewed, former } = row;
    const ids = new Set([...tags, ...reviewed, ...former].map(({ source }) => source));
    const sources = new Map<number, TagsOfSource>();
    for (const id of ids)
      sources.set(id, {
        tags: tags.filter(({ source }) => source === id),
        reviewed: reviewed.filter(({ source }) => source === id),
        former: former.filter(({ source }) => source === id),
      });
    return { epoch, active, sources, bytes: JSON.stringify(row).length };
  }

  async bytesInForce(organizationId: number): Promise<number> {
    const [row] = await this.session.query<{ bytes: number }>(
      `SELECT coalesce(sum(octet_length(rules::text) + octet_length(tree::text)), 0)::int AS bytes
         FROM data_policies WHERE organization_id = $1 AND status = 'active'`,
      [organizationId],
    );
    return row?.bytes ?? 0;
  }

  async advance(organizationId: number): Promise<void> {
    await this.session.execute(
      // The organization first, as in the lock of names.
      `INSERT INTO data_policy_epochs AS e (organization_id, epoch) SELECT id, 1 FROM organizations WHERE id = $1 FOR KEY SHARE
       ON CONFLICT (organization_id) DO UPDATE SET epoch = e.epoch + 1`,
      [organizationId],
    );
  }

  ofOrganization(organizationId: number): Promise<readonly DataPolicy[]> {
    return this.session.query<DataPolicy & object>(`SELECT ${COLUMNS} FROM data_policies p WHERE p.organization_id = $1 ORDER BY p.id`, [
      organizationId,
    ]);
  }

  activeOf(dataSourceId: number): Promise<readonly DataPolicy[]> {
    return this.session.query<DataPolicy & object>(
      `SELECT ${COLUMNS} FROM data_policies p WHERE p.data_source_id = $1 AND p.status = 'active' ORDER BY p.id`,
      [dataSourceId],
    );
  }

  async protectedAmong(organizationId: number, dataSourceIds: readonly number[] | null): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(PROTECTED, [organizationId, dataSourceIds]);
    return rows.map(({ id }) => id);
  }

  async noteOutdated(policies: readonly { readonly id: number; readonly digest: string | null }[]): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `UPDATE data_policies p SET told_outdated = told.digest FROM unnest($1::int[], $2::text[]) AS told (id, digest)
        WHERE p.id = told.id AND p.told_outdated IS DISTINCT FROM told.digest RETURNING p.id`,
      [policies.map(({ id }) => id), policies.map(({ digest }) => digest)],
    );
    return rows.map(({ id }) => id);
  }

  async noteFailing(ids: readonly number[], { userId, at }: { readonly userId: number; readonly at: Date }): Promise<void> {
    await this.session.execute(
      `UPDATE data_policies SET failing_since = coalesce(failing_since, $2), failed_at = $2, failed_for = $3
        WHERE id = ANY ($1) AND status = 'active'`,
      [ids, at, userId],
    );
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<DataPolicy | null> {
    const [row] = await this.session.query<DataPolicy & object>(`SELECT ${COLUMNS} FROM data_policies p WHERE p.id = $1 AND ${OWN}`, [
      id,
      userId,
      isSystemAdmin,
    ]);
    return row ?? null;
  }

  async add(organizationId: number, edit: DataPolicyEdit): Promise<DataPolicy> {
    await this.refuseTwin(organizationId, null, edit.content.name);
    const added = await this.write(
      `INSERT INTO data_policies AS p (organization_id, name, description, data_source_id, applies_when, tree, rules, updated_by,
                                       updated_at, status, version)
       SELECT $1::int, $2, $3, $4::int, $5, $6::jsonb, $7::jsonb, $8::int, $9::timestamptz, 'draft', 1
        WHERE (SELECT count(*) FROM data_policies WHERE organization_id = $1) < ${MOST_DATA_POLICIES}
       RETURNING ${COLUMNS}`,
      [organizationId, ...valuesOf(edit)],
    );
    if (added === null) throw new TooManyDataPolicies(MOST_DATA_POLICIES);
    return added;
  }

  async change(id: number, version: number, edit: DataPolicyEdit): Promise<DataPolicy | null> {
    const [own] = await this.session.query<{ of: number }>('SELECT organization_id AS of FROM data_policies WHERE id = $1', [id]);
    if (own !== undefined) await this.refuseTwin(own.of, id, edit.content.name);
    return this.write(
      `UPDATE data_policies AS p SET name = $2, description = $3, data_source_id = $4, applies_when = $5, tree = $6, rules = $7,
              updated_by = $8, updated_at = $9, version = p.version + 1, ${NOT_FAILING}
        WHERE p.id = $1 AND p.version = $10 RETURNING ${COLUMNS}`,
      [id, ...valuesOf(edit), version],
    );
  }

  move(
    id: number,
    version: number,
    { status, by, at }: { readonly status: DataPolicyStatus; readonly by: number; readonly at: Date },
  ): Promise<DataPolicy | null> {
    return this.write(
      `UPDATE data_policies AS p SET status = $3, updated_by = $4, updated_at = $5, version = p.version + 1, ${NOT_FAILING}
        WHERE p.id = $1 AND p.version = $2 RETURNING ${COLUMNS}`,
      [id, version, status, by, at],
    );
  }

  async remove(id: number, version: number): Promise<boolean> {
    const removed = await this.session.execute(`DELETE FROM data_policies WHERE id = $1 AND version = $2 AND status <> 'active'`, [
      id,
      version,
    ]);
    return removed === 1;
  }

  private refuseTwin(organizationId: number, id: number | null, name: string): Promise<void> {
    return refuseTwin(this.session, 'data_policies', { organizationId, id, name }, () => new DataPolicyNameTaken());
  }

  private async write(sql: string, values: readonly unknown[]): Promise<DataPolicy | null> {
    try {
      const [row] = await this.session.query<DataPolicy & object>(sql, values);
      return row ?? null;
    } catch (error) {
      if (isUniqueViolation(error)) throw new DataPolicyNameTaken();
      throw error;
    }
  }
}

function valuesOf({ content, tree, by, at }: DataPolicyEdit): unknown[] {
  const { name, description, dataSourceId, appliesWhen, rules } = content;
  return [name, description, dataSourceId, appliesWhen, JSON.stringify(tree), JSON.stringify(rules), by, at];
}
