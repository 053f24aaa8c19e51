/**
 * Whether a row belongs to an organization of the caller; a system administrator counts as a member of all. A lookup by
 * id asks this in the same statement, so that a row of another organization takes the path of a missing row: the same
 * statements, the same time, the same audit row. Otherwise the time would reveal that it exists.
 */
export function ofCaller(names: {
  /** Qualified by its table, because `organization_members` has a column of that name as well. */
  readonly organization: string;
  readonly user: string;
  readonly isAdmin: string;
}): string {
  return `(${names.isAdmin}::boolean OR EXISTS (SELECT FROM organization_members own
    WHERE own.organization_id = ${names.organization} AND own.user_id = ${names.user} AND own.suspended_at IS NULL))`;
}
