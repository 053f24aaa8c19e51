import { CAME_AT, type FactorOfSession, factorOwed } from './factor-owed.js';
import { policyEpoch } from './policy-epoch.js';
import { signOnMissing } from './sign-on-missing.js';

/**
 * Finds what a member holds in an organization, and whether it lets their session in: one row, and none for strangers and suspended
 * members. It is a statement, or a part of one that finds a thing of the organization, so that both are of one moment. SQL; the arguments
 * are columns or parameters. The person and the session do not change from row to row, so PostgreSQL evaluates what depends on them once.
 */
export function standingOf(
  of: FactorOfSession & {
    readonly organization: string;
    readonly user: string;
    /** The id of the workspace in which the act takes place, if it can be in one; 0 is in none. */
    readonly workspace?: string;
  },
): string {
  const { organization } = of;
  return `SELECT r.permissions, ${signOnMissing(of)} AS "isSignOnMissing", ${factorOwed({ ...of, joined: CAME_AT })} AS "isFactorOwed",
                 ${policyEpoch(organization)} AS "policyEpoch", ${of.workspace === undefined ? 'NULL::json' : inWorkspace({ ...of, id: of.workspace })} AS workspace
            FROM organization_members m JOIN roles r ON r.id = m.role_id
           WHERE m.organization_id = ${organization} AND m.user_id = ${of.user} AND m.suspended_at IS NULL`;
}

/** See `InWorkspace`; NULL where there is no workspace. One that the organization does not have is as one that the member does not see. */
function inWorkspace({ id, organization, user }: { id: string; organization: string; user: string }): string {
  return `(SELECT json_build_object('isPublic', coalesce(w.allow_public_access, false), 'permissions', v.permissions)
             FROM (SELECT ${id} AS id) asked LEFT JOIN workspaces w ON w.id = asked.id AND w.organization_id = ${organization}
             LEFT JOIN workspace_members p ON p.workspace_id = w.id AND p.user_id = ${user}
             LEFT JOIN roles v ON v.id = p.role_id
            WHERE asked.id IS NOT NULL)`;
}
