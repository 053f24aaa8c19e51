import type { PolicyDecision, PolicyRequest } from './policy-request.js';

export interface NewDecision {
  readonly decidedAt: Date;
  readonly request: PolicyRequest;
  readonly decision: PolicyDecision;
  /** What the versions in shadow would have decided; `null` if it is the same. */
  readonly shadow: PolicyDecision | null;
  readonly requestHash: string;
}

export interface RecordedDecision extends NewDecision {
  readonly id: number;
}

/** Days for which decisions are kept; also the DI token. */
export abstract class DecisionTerms {
  abstract readonly keptDays: number;
}
