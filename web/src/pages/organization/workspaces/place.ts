/** A workspace and the organization that it belongs to. */
export interface Place {
  readonly organization: number;
  readonly workspace: number;
}
