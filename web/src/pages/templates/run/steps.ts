import { HeadgateError } from '@headgate/client';
import { type PolicyName, policiesIn } from '../../data-sources/query/kept-back';

/** In the order in which an execution goes through them. */
export const STEPS = ['stepQuestion', 'stepSql', 'stepGuard', 'stepRows'] as const;
export type Step = (typeof STEPS)[number];

/** Where an execution that failed came to an end. */
export function failedStep(error: Error): Step {
  if (!(error instanceof HeadgateError)) return 'stepQuestion';
  if (error.code === 'QUERY_REJECTED') return 'stepGuard';
  if (error.code === 'MODEL_FAILED') return error.fault === 'no_allowed_statement' ? 'stepGuard' : 'stepSql';
  if (error.code === 'MODEL_NOT_CONFIGURED') return 'stepSql';
  return error.code.startsWith('QUERY_') ? 'stepRows' : 'stepQuestion';
}

interface Violation {
  readonly message: string;
  readonly policies?: readonly PolicyName[];
}

/** What an error says besides its sentence. */
export interface Particulars {
  readonly question: string | null;
  readonly reason: string | null;
  readonly violations: readonly Violation[];
  readonly policies: readonly PolicyName[];
  readonly execution: number | null;
}

export function particularsOf(error: Error | null): Particulars {
  const given = (error ?? {}) as Partial<Record<string, unknown>>;
  const violations = Array.isArray(given['violations']) ? (given['violations'] as Violation[]) : [];
  return {
    question: typeof given['rendered_text'] === 'string' ? given['rendered_text'] : null,
    reason: typeof given['reason'] === 'string' ? given['reason'] : null,
    violations,
    policies: [...policiesIn(violations), ...(Array.isArray(given['policies']) ? (given['policies'] as PolicyName[]) : [])],
    execution: typeof given['execution_id'] === 'number' ? given['execution_id'] : null,
  };
}
