import { policyEpoch } from './policy-epoch.js';
import { factorOwed, signOnMissing } from './sign-on-missing.js';

/**
 * Finds what a member holds in an organization, and whether it lets their session in: one row, and none for strangers and suspended
 * members. It is a statement, or a part of one that finds a thing of the organization, so that both are of one moment. SQL; the arguments
 * are columns or parameters. The person and the session do not change from row to row, so PostgreSQL evaluates what depends on them once.
 */
export function standingOf(of: {
  organization: string;
  user: string;
  now: string;
  connection: string;
  /** Whether a factor was proved in the session. */
  proved: string;
}): string {
  const { organization, user } = of;
  return `SELECT r.permissions, ${signOnMissing(of)} AS "isSignOnMissing", ${factorOwed(of)} AS "isFactorOwed",
                 ${policyEpoch(organization)} AS "policyEpoch"
            FROM organization_members m JOIN roles r ON r.id = m.role_id
           WHERE m.organization_id = ${organization} AND m.user_id = ${user} AND m.suspended_at IS NULL`;
}
