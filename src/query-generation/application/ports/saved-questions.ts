import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { SavedContent, SavedQuestion } from '../../domain/saved-question.js';

type Written = SavedContent & Pick<SavedQuestion, 'changedBy' | 'changedAt'>;

export type NewQuestion = Written & Pick<SavedQuestion, 'organizationId' | 'dataSourceId'>;

export interface SoughtQuestions {
  readonly organizationIds: readonly number[];
  readonly dataSourceIds: readonly number[];
  /** What title, description or question holds, in any case; `null` for all. */
  readonly search: string | null;
}

export abstract class SavedQuestions {
  /** Counts those of a data source; others cannot count or add there until the unit of work ends. */
  abstract countOf(dataSourceId: number): Promise<number>;
  abstract add(question: NewQuestion): Promise<SavedQuestion>;
  /** Finds only those of the caller's organizations; `null` for others, as for missing ones. */
  abstract findFor(caller: Caller, id: number): Promise<SavedQuestion | null>;
  /** By title. */
  abstract pageOf(sought: SoughtQuestions, request: PageRequest): Promise<Page<SavedQuestion>>;
  /**
   * Keeps them from being deleted until the unit of work ends, and others with them, all in one order.
   * @returns how many of `ids` there are about these data sources
   */
  abstract hold(ids: readonly number[], dataSourceIds: readonly number[], others: readonly number[]): Promise<number>;
  /** @returns `null` when it is not at that version any more */
  abstract change(id: number, version: number, to: Written): Promise<SavedQuestion | null>;
  /** @returns whether it was there at that version */
  abstract remove(id: number, version: number): Promise<boolean>;
}
