/**
 * Whether a row belongs to an organization that a caller is in; a system administrator is in all of them. Whoever looks something up
 * by its id for somebody asks this in the same statement, so that what others have takes the path of what is not there: the same
 * statements, the same time, the same row in the audit trail. Otherwise the time would tell that it exists.
 */
export function ofCaller(names: {
  /** With its table, for `organization_members` has a column of that name as well. */
  readonly organization: string;
  readonly user: string;
  readonly isAdmin: string;
}): string {
  return `(${names.isAdmin}::boolean OR EXISTS (SELECT FROM organization_members own
    WHERE own.organization_id = ${names.organization} AND own.user_id = ${names.user} AND own.suspended_at IS NULL))`;
}
