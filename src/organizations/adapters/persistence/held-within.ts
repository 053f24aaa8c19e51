import type { PreparedStatement } from '../../../platform/database/typeorm-session.js';
import { standingOf } from '../../../platform/database/standing-of.js';
import { unseen } from '../../../platform/database/unseen.js';
import type { ListedKind, Place } from '../../../shared/ports/access-control.js';

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

const OF_SESSION = {
  organization: '$1',
  user: '$2',
  now: '$3',
  connection: unseen('$4::int'),
  proved: unseen('$5::boolean'),
  device: unseen('$6::int'),
};

/** The workspace that holds a thing; 0 for one that the organization does not have. */
const holderOf = (joined: string): string =>
  `(SELECT CASE WHEN t.id IS NULL THEN 0 ELSE t.workspace_id END FROM (SELECT) one
      ${joined} ON t.id = $7::int AND t.organization_id = $1)`;

/** One indexed read for each decision. */
const STANDING = {
  inOrganization: { name: 'members_standing', text: standingOf(OF_SESSION) },
  inWorkspace: { name: 'members_standing_in_workspace', text: standingOf({ ...OF_SESSION, workspace: unseen('$7::int') }) },
  atSource: {
    name: 'members_standing_at_data_source',
    text: standingOf({ ...OF_SESSION, workspace: holderOf('LEFT JOIN data_sources t') }),
  },
  atTemplate: {
    name: 'members_standing_at_template',
    text: standingOf({ ...OF_SESSION, workspace: holderOf('LEFT JOIN prompt_templates t') }),
  },
} satisfies Record<string, PreparedStatement>;

/** What reads the standing at a place, and the id that it takes beside the organization and the session. */
export function standingIn({ workspaceId, dataSourceId, templateId }: Place): { statement: PreparedStatement; id: number | null } {
  if (templateId !== undefined) return { statement: STANDING.atTemplate, id: templateId };
  if (workspaceId !== undefined) return { statement: STANDING.inWorkspace, id: workspaceId };
  if (dataSourceId !== undefined) return { statement: STANDING.atSource, id: dataSourceId };
  return { statement: STANDING.inOrganization, id: null };
}
