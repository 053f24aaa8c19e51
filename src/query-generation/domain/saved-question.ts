import type { MARKS } from './chart.js';

export const MOST_QUESTIONS = 1_000;

/** Columns by name, since their order may change with the schema. */
interface SavedChart {
  readonly shape: (typeof MARKS)[number];
  readonly along: string;
  readonly measures: readonly string[];
  /** Set if one measure is drawn once for each value of this column. */
  readonly split: string | null;
}

/** What people write about it. */
export interface SavedContent {
  readonly title: string;
  readonly description: string;
  /** The words from which the statement was made; `null` if a person wrote it. */
  readonly question: string | null;
  readonly sql: string;
  /** `null`: a table alone. */
  readonly chart: SavedChart | null;
}

/** A statement under an address. It holds no rows: each reader runs it with their own rights. */
export interface SavedQuestion extends SavedContent {
  readonly id: number;
  readonly organizationId: number;
  readonly dataSourceId: number;
  /** Rises with each change, from 1; what `If-Match` compares. */
  readonly version: number;
  readonly createdBy: number;
  /** The account that changed it last. */
  readonly changedBy: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
}
