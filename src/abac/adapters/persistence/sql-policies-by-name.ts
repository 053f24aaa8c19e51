import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type NamingDataPolicy, type NamingVersion, PoliciesByName } from '../../application/ports/policies-by-name.js';
import type { PolicyTree } from '../../domain/policy-set.js';

/** Raw: it looks into trees, and locks. */
@Injectable()
export class SqlPoliciesByName extends PoliciesByName {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async naming(
    organizationId: number,
    literal: string,
  ): Promise<{ versions: readonly NamingVersion[]; dataPolicies: readonly NamingDataPolicy[] }> {
    const asked = [organizationId, literal];
    const versions = await this.session.query<NamingVersion & object>(
      `SELECT v.policy_id AS "policyId", p.name, v.version, v.state, v.effect, v.text, v.tree, v.examples
         FROM abac_policy_versions v JOIN abac_policies p ON p.id = v.policy_id
        WHERE v.organization_id = $1 AND p.status <> 'archived' AND strpos(v.tree::text, to_jsonb($2::text)::text) > 0
        ORDER BY v.policy_id, v.version FOR UPDATE OF p`,
      asked,
    );
    const dataPolicies = await this.session.query<NamingDataPolicy & object>(
      `SELECT p.id, p.name, p.status, p.applies_when AS "appliesWhen" FROM data_policies p
        WHERE p.organization_id = $1 AND p.applies_when IS NOT NULL AND strpos(p.tree::text, to_jsonb($2::text)::text) > 0
        ORDER BY p.id FOR UPDATE`,
      asked,
    );
    return { versions, dataPolicies };
  }

  async rewriteVersion(
    {
      policyId,
      version,
      text,
      tree,
      examples,
      sha256,
    }: Pick<NamingVersion, 'policyId' | 'version' | 'text' | 'tree' | 'examples'> & { readonly sha256: string },
    at: Date,
  ): Promise<void> {
    await this.session.execute(
      `WITH written AS (
         UPDATE abac_policy_versions SET text = $3, tree = $4, examples = $5, sha256 = $6 WHERE policy_id = $1 AND version = $2)
       UPDATE abac_policies SET revision = revision + 1, updated_at = $7 WHERE id = $1`,
      [policyId, version, text, JSON.stringify(tree), JSON.stringify(examples), sha256, at],
    );
  }

  async rewriteDataPolicy(id: number, appliesWhen: string, tree: PolicyTree, at: Date): Promise<void> {
    await this.session.execute(
      'UPDATE data_policies SET applies_when = $2, tree = $3, version = version + 1, updated_at = $4 WHERE id = $1',
      [id, appliesWhen, JSON.stringify(tree), at],
    );
  }

  async keepMembers(organizationId: number, groupId: string, name: string): Promise<void> {
    await this.session.execute(
      `INSERT INTO former_groups (organization_id, name, user_ids)
       SELECT $1::int, $3, ARRAY(SELECT s.user_id FROM scim_group_members i JOIN scim_resources s ON s.id = i.member_id
                                  WHERE i.group_id = $2::uuid AND s.organization_id = $1 AND s.user_id IS NOT NULL ORDER BY 1)
       ON CONFLICT (organization_id, name) DO UPDATE SET user_ids = excluded.user_ids`,
      [organizationId, groupId, name],
    );
  }
}
