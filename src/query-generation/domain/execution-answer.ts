import type { ModelUse } from './execution.js';
import type { ResultSet } from './result-set.js';

interface TableName {
  readonly schema: string;
  readonly name: string;
}

/** The answer to the execution of a template. */
export interface ExecutionAnswer {
  readonly executionId: number;
  readonly renderedText: string;
  readonly context: {
    readonly text: string;
    readonly tokenEstimate: number;
    readonly tablesIncluded: readonly TableName[];
    readonly tablesLeftOut: { readonly count: number; readonly names: readonly TableName[] };
  };
  readonly sql: string;
  /** `null` if it should not be run. */
  readonly result: ResultSet | null;
  readonly model: (ModelUse & { readonly explanation: string | null }) | null;
}

/** What can be answered without a model: members of the error body, named as in the API. */
export function withoutModel(shown: Pick<ExecutionAnswer, 'executionId' | 'renderedText' | 'context'>): Readonly<Record<string, unknown>> {
  const { executionId, renderedText, context } = shown;
  return { execution_id: executionId, rendered_text: renderedText, context: contextForClient(context) };
}

export function contextForClient(context: ExecutionAnswer['context']): {
  text: string;
  token_estimate: number;
  tables_included: readonly TableName[];
  tables_left_out: { count: number; names: readonly TableName[] };
} {
  const { text, tokenEstimate, tablesIncluded, tablesLeftOut } = context;
  return {
    text,
    token_estimate: tokenEstimate,
    tables_included: tablesIncluded,
    tables_left_out: { count: tablesLeftOut.count, names: tablesLeftOut.names },
  };
}
