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
    await manager.query(`UPDATE abac_policy_versions SET state = 'disabled' WHERE organization_id = $1`, [organizationId]);
    await manager.query(`DELETE FROM abac_policies WHERE organization_id = $1`, [organizationId]);
    for (const [name, text] of Object.entries(policies)) {
      const parsed = policyToJson(text);
      if (parsed.type === 'failure') throw new Error(parsed.errors.map(({ message }) => message).join(' '));
      const [{ id }] = await manager.query(
        `INSERT INTO abac_policies (organization_id, name, status, created_at, updated_at)
         VALUES ($1, $2, $3, now(), now()) RETURNING id`,
        [organizationId, name, state],
      );
      await manager.query(versionsOf('$1', '$2', { text: '$3', tree: '$4', effect: '$5', sha256: '$6', state: '$7' }), [
        ...[id, organizationId, text, JSON.stringify(boundTo(organizationId, parsed.json)), parsed.json.effect],
        ...[createHash('sha256').update(text).digest('hex'), state],
      ]);
    }
    await manager.query(
      `INSERT INTO abac_epochs AS e (organization_id, epoch, is_deciding) VALUES ($1, 1, $2)
       ON CONFLICT (organization_id) DO UPDATE SET epoch = e.epoch + 1, is_deciding = excluded.is_deciding`,
      [organizationId, Object.keys(policies).length > 0],
    );
  });
}

/** The statement that writes versions of policies; all that is given are SQL expressions, over `from` where there is one. */
export function versionsOf(
  policyId: string,
  organizationId: string,
  {
    version = '1',
    text = `''`,
    tree = `'{}'`,
    effect = `'forbid'`,
    sha256 = `repeat('0', 64)`,
    state = `'draft'`,
    at = 'now()',
    from = '',
  }: Readonly<Partial<Record<'version' | 'text' | 'tree' | 'effect' | 'sha256' | 'state' | 'at' | 'from', string>>> = {},
): string {
  return `INSERT INTO abac_policy_versions (policy_id, version, organization_id, text, tree, effect, actions, sha256, examples, state,
                                            author_id, created_at)
          SELECT ${policyId}, ${version}, ${organizationId}, ${text}, ${tree}, ${effect}, '{}', ${sha256}, '[]', ${state}, 1, ${at} ${from}`;
}

/** Refuses everything that is done to what has the label. */
export const ABOUT_RESTRICTED = {
  'Restricted workspaces are closed': `forbid(principal, action, resource is Workspace) when { resource.labels.contains("restricted") };`,
  'Restricted data sources are closed': `forbid(principal, action, resource is DataSource) when { resource.labels.contains("restricted") };`,
};
