/** A file, and the statement of its lines. `$1` is the person or the organization, `$2` the organizations that admit the person. */
export interface FileOfTable {
  /** Without its ending. */
  readonly name: string;
  readonly sql: string;
}
