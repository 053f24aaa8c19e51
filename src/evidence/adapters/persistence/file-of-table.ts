/** A file, and the statement of its lines. `$1` is the person or the organization, `$2` the organizations that admit the person. */
export interface FileOfTable {
  /** Without its ending. */
  readonly name: string;
  readonly sql: string;
}

/** Of a member of the organization ($1): what a directory has entered must not tell who has an account here (see `Members`). SQL. */
export function hasCome(user: string): string {
  return `EXISTS (SELECT FROM organization_members come
                   WHERE come.organization_id = $1 AND come.user_id = ${user} AND come.arrived_at IS NOT NULL)`;
}
