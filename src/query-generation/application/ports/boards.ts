import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { Board } from '../../domain/board.js';
import type { SavedQuestion } from '../../domain/saved-question.js';

type Written = Pick<Board, 'name' | 'changedBy' | 'changedAt'>;

export interface NewBoard extends Written, Pick<Board, 'organizationId'> {
  /** Each once, in order. */
  readonly questionIds: readonly number[];
}

export interface ChangedBoard extends Written {
  /** `null`: as they are. */
  readonly questionIds: readonly number[] | null;
}

export interface SoughtBoards {
  /** Those that this person made, whatever is on them; `null` for none. */
  readonly authorId: number | null;
  /** Then of these only those with nothing on them. */
  readonly isAuthorLimited: boolean;
  readonly organizationIds: readonly number[];
  /** Those with a question of one of these. */
  readonly dataSourceIds: readonly number[];
}

export abstract class Boards {
  /** Counts those of an organization; others cannot count or add there until the unit of work ends. */
  abstract countOf(organizationId: number): Promise<number>;
  abstract add(board: NewBoard): Promise<Board>;
  /** Finds only those of the caller's organizations; `null` for others, as for missing ones. */
  abstract findFor(caller: Caller, id: number): Promise<Board | null>;
  /** In order; those that were deleted are gone. */
  abstract questionsOf(id: number): Promise<readonly SavedQuestion[]>;
  /** By name. */
  abstract pageOf(sought: SoughtBoards, request: PageRequest): Promise<Page<Board>>;
  /** @returns `null` when it is not at that version any more */
  abstract change(id: number, version: number, to: ChangedBoard): Promise<Board | null>;
  /** @returns whether it was there at that version */
  abstract remove(id: number, version: number): Promise<boolean>;
}
