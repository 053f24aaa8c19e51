import type {
  CheckedText,
  Explanation,
  Lost,
  NamingText,
  Outcome,
  Reach,
  RenamedText,
  Renaming,
} from '../../application/ports/policy-checks.js';
import type { PolicyRequest } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import { prepareSchema } from './cedar-evaluation.js';
import { checkText } from './check-text.js';
import { evaluateAll } from './evaluate-all.js';
import { explainDecision } from './explain-decision.js';
import { lostBy } from './lost-by.js';
import { renameInTexts } from './rename-in-text.js';

/** What is done in threads, and the result; both are plain data. */
export interface PolicyWork {
  readonly check: { readonly of: { organizationId: number; text: string }; readonly done: CheckedText };
  readonly rename: {
    readonly of: { organizationId: number; texts: readonly NamingText[]; to: Renaming };
    readonly done: readonly (RenamedText | null)[];
  };
  readonly evaluate: {
    readonly of: { trees: readonly PolicyTree[]; requests: readonly PolicyRequest[] };
    readonly done: readonly Outcome[];
  };
  readonly lost: { readonly of: { trees: readonly PolicyTree[]; reach: Reach }; readonly done: readonly Lost[] };
  readonly explain: { readonly of: { tree: PolicyTree; request: PolicyRequest }; readonly done: Explanation };
}

export type PolicyWorkKind = keyof PolicyWork;

export interface PolicyTask<Kind extends PolicyWorkKind = PolicyWorkKind> {
  readonly kind: Kind;
  readonly of: PolicyWork[Kind]['of'];
}

const WORKS: { readonly [Kind in PolicyWorkKind]: (of: PolicyWork[Kind]['of']) => PolicyWork[Kind]['done'] } = {
  check: checkText,
  rename: ({ organizationId, texts, to }) => renameInTexts(organizationId, texts, to),
  evaluate: ({ trees, requests }) => evaluateAll(trees, requests),
  lost: ({ trees, reach }) => lostBy(trees, reach),
  explain: ({ tree, request }) => explainDecision(tree, request),
};

prepareSchema();

/** Entry point of the threads. */
export default function work<Kind extends PolicyWorkKind>({ kind, of }: PolicyTask<Kind>): PolicyWork[Kind]['done'] {
  try {
    return WORKS[kind](of);
  } catch (error) {
    // After an overflow of its stack Cedar's memory stays as it was in the middle of the work, and nothing succeeds any
    // more. The thread works for all organizations, so it is replaced.
    if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')) process.exit(1);
    throw error;
  }
}
