import type { PreparedStatement } from '../../../platform/database/typeorm-session.js';
import { standingOf } from '../../../platform/database/standing-of.js';
import { unseen } from '../../../platform/database/unseen.js';
import type { HeldKind, Place } from '../../../shared/ports/access-control.js';

const OF_MEMBER = `m.user_id = $1 AND m.organization_id = ANY ($2::int[]) AND m.suspended_at IS NULL`;

/** Who holds everything, or manages all workspaces and holds the permission, needs none of them by itself. */
const NOT_MANAGED = `NOT '*' = ANY (r.permissions) AND NOT ARRAY['workspace.delete', $3] <@ r.permissions`;

const OF_ORGANIZATION = `SELECT m.organization_id AS "organizationId", r.permissions AS held, NULL::json AS workspace, '{}'::int[] AS ids
     FROM organization_members m JOIN roles r ON r.id = m.role_id WHERE ${OF_MEMBER}`;

/** Each kind of workspace once, however many there are. */
const AS_MEMBER = `SELECT m.organization_id, r.permissions, json_build_object('isPublic', w.allow_public_access, 'permissions', v.permissions),
          array_agg(w.id)
     FROM organization_members m JOIN roles r ON r.id = m.role_id
     JOIN workspace_members p ON p.organization_id = m.organization_id AND p.user_id = m.user_id
     JOIN workspaces w ON w.id = p.workspace_id JOIN roles v ON v.id = p.role_id
    WHERE ${OF_MEMBER} AND ${NOT_MANAGED}
    GROUP BY m.organization_id, r.id, w.allow_public_access, v.id`;

/** Those that hold nothing of the kind find nothing, and there may be thousands. */
const publicHolding = (things: string): string =>
  `SELECT m.organization_id, r.permissions, json_build_object('isPublic', true, 'permissions', null),
          ARRAY(SELECT w.id FROM workspaces w WHERE w.organization_id = m.organization_id AND w.allow_public_access AND EXISTS (
            SELECT FROM ${things} t WHERE t.organization_id = w.organization_id AND t.workspace_id = w.id))
     FROM organization_members m JOIN roles r ON r.id = m.role_id WHERE ${OF_MEMBER} AND ${NOT_MANAGED}`;

const heldWithin = (...parts: readonly string[]): string => [OF_ORGANIZATION, AS_MEMBER, ...parts].join(' UNION ALL ');

/** See `Members.heldWithin`. */
export const HELD_WITHIN: Readonly<Record<HeldKind | 'nothing', PreparedStatement>> = {
  nothing: { name: 'members_held_within', text: heldWithin() },
  data_source: { name: 'members_held_beside_data_sources', text: heldWithin(publicHolding('data_sources')) },
  prompt_template: { name: 'members_held_beside_templates', text: heldWithin(publicHolding('prompt_templates')) },
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
