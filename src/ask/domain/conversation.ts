import { asName } from '../../shared/display-name.js';
import type { Fixed } from '../../shared/sentence.js';

/** A question back, with the possible meanings. */
interface AskedBack {
  readonly question: string;
  readonly choices: readonly string[];
}

/** Questions that follow each other. Only the person who asked sees them. */
export interface Conversation {
  readonly id: number;
  readonly organizationId: number;
  readonly userId: number;
  /** `null` once it is deleted. */
  readonly dataSourceId: number | null;
  /** The first question, cut short. */
  readonly title: string;
  readonly createdAt: Date;
  readonly lastAskedAt: Date;
}

/** The outcome of a question: the statement and the shape of its rows, but no rows. */
export interface TurnEnd {
  readonly sql: string | null;
  readonly askedBack: AskedBack | null;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** `null` if nothing was run. */
  readonly rowCount: number | null;
  readonly isTruncated: boolean | null;
  readonly errorCode: string | null;
}

export interface Turn extends TurnEnd {
  /** From 1. */
  readonly position: number;
  /** `null` after the history has dropped it. */
  readonly executionId: number | null;
  readonly question: string;
  /** What policies let the person see when they asked; `null`: all of it. */
  readonly sight: string | null;
  readonly askedAt: Date;
}

/** A turn as its person may read it now. */
export interface ShownTurn extends Turn {
  /** Why its statement, its columns and what was asked back are left out; `null` if they are not. */
  readonly withheld: Fixed | null;
}

/** How many of the latest turns the model sees. */
export const MOST_EARLIER = 6;

const LONGEST_TITLE = 100;

export function titleOf(question: string): string {
  const line = asName(question);
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
