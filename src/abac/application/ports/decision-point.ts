import type { Decision, Evaluation } from '../../domain/authzen.js';

/** Candidates of a search, by id; `after` is the last one of the page before. */
export interface CandidatePage {
  readonly organizationId: number;
  readonly type: string;
  readonly after: string | null;
  readonly most: number;
}

/** Decides about people and things of an organization for programs that ask by AuthZEN. */
export abstract class DecisionPoint {
  /**
   * One decision for each, in a few statements for all of them. What the organization does not have is refused.
   * @throws Unavailable while policies are not loaded
   */
  abstract decide(organizationId: number, evaluations: readonly Evaluation[]): Promise<readonly Decision[]>;
  abstract subjects(page: CandidatePage): Promise<readonly string[]>;
  abstract resources(page: CandidatePage): Promise<readonly string[]>;
  /** Names of what can be done to such a thing. */
  abstract actionsOn(type: string): readonly string[];
}
