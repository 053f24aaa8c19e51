import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { NewDecision, RecordedDecision } from '../../domain/recorded-decision.js';

export interface DecisionFilter {
  /** Only refusals, and what versions in shadow would change. */
  readonly isOfInterest: boolean;
  /** Only those that this policy made, or would have made in shadow; `null` for all. */
  readonly policyId: number | null;
}

export abstract class Decisions {
  abstract add(decision: NewDecision): Promise<void>;
  /** The latest first. */
  abstract list(organizationId: number, filter: DecisionFilter, request: PageRequest): Promise<Page<RecordedDecision>>;
  /** Finds only those of the caller's organizations; `null` for others, as for missing ones. */
  abstract findFor(caller: Caller, id: number): Promise<RecordedDecision | null>;
  /** The latest first. */
  abstract since(organizationId: number, from: Date, most: number): Promise<readonly RecordedDecision[]>;
  /** Policies keep the moment of their last match. @returns how many, at most as many as given */
  abstract purge(before: Date, most: number): Promise<number>;
}
