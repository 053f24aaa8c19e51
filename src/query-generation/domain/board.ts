export const MOST_BOARDS = 200;
export const MOST_ON_BOARD = 24;

/** Saved questions side by side. It has no place of its own: who sees one of them sees the board, with those that they see. */
export interface Board {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  /** Rises with each change of its own, from 1; what `If-Match` compares. */
  readonly version: number;
  readonly createdBy: number;
  readonly changedBy: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
}
