import type { PreparedStatement } from '../../../platform/database/typeorm-session.js';
import type { ListedKind } from '../../../shared/ports/access-control.js';

/** Who holds everything, or manages all workspaces and holds the permission, has no row: nothing is hidden from them. */
const OF_MEMBER = `m.user_id = $1 AND m.organization_id = ANY ($2::int[]) AND m.suspended_at IS NULL AND NOT '*' = ANY (r.permissions)`;

/** What workspaces hold; each kind of workspace once, however many there are. */
const inWorkspaces = (things: string, workspace: string): string =>
  `SELECT m.organization_id AS "organizationId", r.permissions AS held, array_agg(t.id) AS ids,
          json_build_object('isPublic', w.allow_public_access, 'permissions', v.permissions) AS workspace
     FROM organization_members m JOIN roles r ON r.id = m.role_id
     JOIN ${things} t ON t.organization_id = m.organization_id AND ${workspace} IS NOT NULL
     JOIN workspaces w ON w.id = ${workspace}
     LEFT JOIN workspace_members p ON p.workspace_id = w.id AND p.user_id = m.user_id
     LEFT JOIN roles v ON v.id = p.role_id
    WHERE ${OF_MEMBER} AND NOT ARRAY['workspace.delete', $3] <@ r.permissions
    GROUP BY m.organization_id, r.id, w.allow_public_access, v.id`;

/** What the organization itself holds, where the role lacks the permission. */
const ofOrganization = (things: string): string =>
  `SELECT m.organization_id, r.permissions, array_agg(t.id), NULL
     FROM organization_members m JOIN roles r ON r.id = m.role_id AND NOT $3 = ANY (r.permissions)
     JOIN ${things} t ON t.organization_id = m.organization_id AND t.workspace_id IS NULL
    WHERE ${OF_MEMBER} GROUP BY m.organization_id, r.id`;

const heldWithin = (things: string): string => `${inWorkspaces(things, 't.workspace_id')} UNION ALL ${ofOrganization(things)}`;

/** See `Members.heldWithin`. In two parts, so that the index over what is in workspaces serves where nothing is. */
export const HELD_WITHIN: Readonly<Record<ListedKind, PreparedStatement>> = {
  workspace: { name: 'members_held_in_workspaces', text: inWorkspaces('workspaces', 't.id') },
  data_source: { name: 'members_held_in_data_sources', text: heldWithin('data_sources') },
  prompt_template: { name: 'members_held_in_templates', text: heldWithin('prompt_templates') },
};
