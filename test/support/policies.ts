import { createHash } from 'node:crypto';
import { policyToJson } from '@cedar-policy/cedar-wasm/nodejs';
import { boundTo } from '../../src/abac/adapters/cedar/cedar-policies.js';
import type { TestApp } from './test-app.js';

/** Puts these policies into force in an organization, and none besides; a published set has an epoch of its own. */
export async function putInForce(
  { dataSource }: Pick<TestApp, 'dataSource'>,
  organizationId: number,
  policies: Readonly<Record<string, string>>,
  state: 'active' | 'shadow' = 'active',
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`UPDATE abac_policy_versions SET state = 'disabled' WHERE organization_id = $1`, [
      organizationId,
    ]);
    await manager.query(`DELETE FROM abac_policies WHERE organization_id = $1`, [organizationId]);
    for (const [name, text] of Object.entries(policies)) {
      const parsed = policyToJson(text);
      if (parsed.type === 'failure') throw new Error(parsed.errors.map(({ message }) => message).join(' '));
      const [{ id }] = await manager.query(
        `INSERT INTO abac_policies (organization_id, name, status, created_at, updated_at)
         VALUES ($1, $2, $3, now(), now()) RETURNING id`,
        [organizationId, name, state],
      );
      await manager.query(
        `INSERT INTO abac_policy_versions (policy_id, version, organization_id, text, tree, effect, actions, sha256, examples, state,
                                           author_id, created_at)
         VALUES ($1, 1, $2, $3, $4, $5, '{}', $6, '[]', $7, 1, now())`,
        [
          ...[id, organizationId, text, JSON.stringify(boundTo(organizationId, parsed.json)), parsed.json.effect],
          ...[createHash('sha256').update(text).digest('hex'), state],
        ],
      );
    }
    await manager.query(
      `INSERT INTO abac_epochs AS e (organization_id, epoch, is_deciding) VALUES ($1, 1, $2)
       ON CONFLICT (organization_id) DO UPDATE SET epoch = e.epoch + 1, is_deciding = excluded.is_deciding`,
      [organizationId, Object.keys(policies).length > 0],
    );
  });
}

/** Refuses everything that is done to what has the label. */
export const ABOUT_RESTRICTED = {
  'Restricted workspaces are closed': `forbid(principal, action, resource is Workspace) when { resource.labels.contains("restricted") };`,
  'Restricted data sources are closed': `forbid(principal, action, resource is DataSource) when { resource.labels.contains("restricted") };`,
};
