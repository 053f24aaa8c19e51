import type { Execution, ModelUse } from '../../domain/execution.js';
import { type ExecutionAnswer, contextForClient } from '../../domain/execution-answer.js';
import type { ResultSet } from '../../domain/result-set.js';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { Response } from 'express';

/** Is aborted when the client goes away before it was answered. */
export const Disconnect = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
});

export const ANSWER_EXAMPLE = {
  execution_id: 42,
  rendered_text: 'Which are the 3 longest rivers of Europe?',
  context: {
    text: '-- PostgreSQL database "Rivers of the world" ...',
    token_estimate: 811,
    tables_included: [{ schema: 'hydrology', name: 'rivers' }],
    tables_left_out: { count: 0, names: [] },
  },
  sql: "SELECT name, length_km FROM hydrology.rivers WHERE continent = 'Europe' ORDER BY length_km DESC LIMIT 3",
  result: {
    columns: [
      { name: 'name', type: 'text' },
      { name: 'length_km', type: 'integer' },
    ],
    rows: [
      ['Volga', 3530],
      ['Danube', 2850],
      ['Ural', 2428],
    ],
    row_count: 3,
    truncated: false,
    duration_ms: 12,
  },
  model: {
    ...{ name: 'some-model', input_tokens: 1004, output_tokens: 61 },
    explanation: 'The rivers of the continent, the longest first.',
  },
};

export type AnswerResponse = ReturnType<typeof toAnswer>;

export function toAnswer({ executionId, renderedText, context, sql, result, model }: ExecutionAnswer): {
  execution_id: number;
  rendered_text: string;
  context: ReturnType<typeof contextForClient>;
  sql: string;
  result: object | null;
  model: object | null;
} {
  return {
    execution_id: executionId,
    rendered_text: renderedText,
    context: contextForClient(context),
    sql,
    result: result && toResult(result),
    model: model && { ...toModelUse(model), explanation: model.explanation },
  };
}

function toModelUse({ name, inputTokens, outputTokens }: ModelUse): {
  name: string;
  input_tokens: number;
  output_tokens: number;
} {
  return { name, input_tokens: inputTokens, output_tokens: outputTokens };
}

export function toResult({ columns, rows, isTruncated, durationMs }: ResultSet): {
  columns: ResultSet['columns'];
  rows: ResultSet['rows'];
  row_count: number;
  truncated: boolean;
  duration_ms: number;
} {
  return { columns, rows, row_count: rows.length, truncated: isTruncated, duration_ms: durationMs };
}

export const LISTED_EXAMPLE = {
  id: 42,
  template_id: 1,
  template_version: 3,
  data_source_id: 1,
  user_id: 2,
  parameters: { continent: 'Europe', limit: 3 },
  question: 'Which are the 3 longest rivers of Europe?',
  sql: "SELECT name FROM hydrology.rivers WHERE continent = 'Europe' ORDER BY length_km DESC LIMIT 3",
  outcome: 'succeeded',
  error_code: null,
  row_count: 3,
  truncated: false,
  duration_ms: 1204,
  model: { name: 'some-model', input_tokens: 1004, output_tokens: 61 },
  started_at: '2026-11-21T09:30:00.000Z',
  finished_at: '2026-11-21T09:30:01.204Z',
};

export interface ListedExecution {
  id: number;
  [field: string]: unknown;
}

export function toListed(execution: Execution): ListedExecution {
  const { model } = execution;
  return {
    id: execution.id,
    template_id: execution.templateId,
    template_version: execution.templateVersion,
    data_source_id: execution.dataSourceId,
    user_id: execution.userId,
    parameters: execution.parameters,
    question: execution.question,
    sql: execution.sql,
    outcome: execution.outcome,
    error_code: execution.errorCode,
    row_count: execution.rowCount,
    truncated: execution.isTruncated,
    duration_ms: execution.durationMs,
    model: model && toModelUse(model),
    started_at: execution.startedAt.toISOString(),
    finished_at: execution.finishedAt?.toISOString() ?? null,
  };
}
