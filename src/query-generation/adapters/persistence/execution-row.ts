import type { Execution } from '../../domain/execution.js';

export const EXECUTION_COLUMNS = `id, organization_id AS "organizationId", user_id AS "userId",
  data_source_id AS "dataSourceId", template_id AS "templateId", template_version AS "templateVersion", parameters, question,
  sql, outcome, error_code AS "errorCode", row_count AS "rowCount", is_truncated AS "isTruncated",
  duration_ms AS "durationMs", model_name AS "modelName", input_tokens AS "inputTokens", output_tokens AS "outputTokens",
  started_at AS "startedAt", finished_at AS "finishedAt"`;

export type ExecutionRow = Omit<Execution, 'model'> & {
  readonly modelName: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
};

export function executionOf({ modelName, inputTokens, outputTokens, ...row }: ExecutionRow): Execution {
  const model =
    modelName === null ? null : { name: modelName, inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  return { ...row, model };
}
