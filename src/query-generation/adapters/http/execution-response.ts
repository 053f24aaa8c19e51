import { forReader } from '../../../platform/http/request-context.js';
import { z } from 'zod';
import type { ErrorCode } from '../../../platform/http/error-codes.js';
import { Pagination, component, id, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { ShownExecution } from '../../application/withhold-statements.js';
import { type ModelUse, OUTCOMES } from '../../domain/execution.js';
import { type ExecutionAnswer, contextForClient } from '../../domain/execution-answer.js';
import type { ResultSet } from '../../domain/result-set.js';
import { Restrictions, toRestrictions } from './restrictions-response.js';

const RIVERS = "SELECT name, length_km FROM hydrology.rivers WHERE continent = 'Europe' ORDER BY length_km DESC LIMIT 3";
const QUESTION = 'Which are the 3 longest rivers of Europe? Give the name and the length in kilometres, the longest first.';
const MODEL = { name: 'some-model', input_tokens: 1004, output_tokens: 61 };
const RESULT = {
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
  restrictions: [],
};

const count = z.int().min(0);
const scalar = z.union([z.string(), z.number(), z.boolean()]);

const result = {
  columns: listOf(
    z.object({
      name: z.string().meta({ description: 'The name that the source gives the column. Names may repeat or be empty.' }),
      type: z.string().meta({ description: 'The type as the engine names it; empty if it has none.' }),
    }),
  ),
  rows: listOf(listOf(scalar.nullable())).meta({ description: 'The cells of each row, in the order of the columns.' }),
  row_count: count,
  truncated: z.boolean().meta({ description: 'Whether rows, bytes or the rest of a long cell were cut off.' }),
  duration_ms: count,
  restrictions: Restrictions,
};

const QueryResult = component('QueryResult', z.object(result), RESULT);

export const QueryAnswer = component('QueryAnswer', z.object({ execution_id: id, ...result }), {
  execution_id: 42,
  ...RESULT,
});

const modelUse = { name: z.string(), input_tokens: count, output_tokens: count };

const tables = listOf(z.object({ schema: z.string(), name: z.string() }));

export const TemplateAnswer = component(
  'TemplateAnswer',
  z.object({
    execution_id: id,
    rendered_text: z.string(),
    context: z
      .object({
        text: z.string(),
        token_estimate: count,
        tables_included: tables,
        tables_left_out: z.object({ count, names: tables }),
      })
      .meta({ description: 'The part of the schema that the language model sees.' }),
    sql: z.string(),
    result: QueryResult.nullable().meta({
      description: '`null` without `run`: then the guard alone has judged the statement, and names of columns are not checked.',
    }),
    model: z.object({ ...modelUse, explanation: z.string().nullable() }).nullable(),
  }),
  {
    execution_id: 42,
    rendered_text: QUESTION,
    context: {
      text: '-- PostgreSQL database "Rivers of the world" ...',
      token_estimate: 811,
      tables_included: [{ schema: 'hydrology', name: 'rivers' }],
      tables_left_out: { count: 0, names: [] },
    },
    sql: RIVERS,
    result: RESULT,
    model: { ...MODEL, explanation: 'The rivers of the continent, the longest first.' },
  },
);

export const QueryExecution = component(
  'QueryExecution',
  z.object({
    id,
    template_id: id.nullable().meta({ description: '`null` for a query that a person wrote.' }),
    template_version: z.int().min(1).nullable().meta({ description: '`null` for a working copy.' }),
    data_source_id: id.nullable().meta({ description: '`null` once it is deleted.' }),
    user_id: id,
    parameters: z
      .record(z.string(), z.union([scalar, listOf(scalar)]))
      .nullable()
      .meta({ description: 'The values by parameter name; sensitive ones are `***`.' }),
    question: z.string().nullable(),
    sql: z.string().nullable(),
    withheld: z
      .string()
      .nullable()
      .meta({
        description:
          "Why `sql` is left out: data policies hide names or values in it from you. Of another person's execution, " +
          '`parameters`, `question`, `row_count` and `truncated` are left out, too.',
      }),
    outcome: z.enum(OUTCOMES),
    error_code: z.string().nullable().meta({ description: 'The `code` of the error, if it ended with one.' }),
    row_count: count.nullable(),
    truncated: z.boolean().nullable(),
    duration_ms: count.nullable(),
    model: z.object(modelUse).nullable(),
    started_at: moment,
    finished_at: moment.nullable(),
  }),
  {
    id: 42,
    template_id: 1,
    template_version: 1,
    data_source_id: 1,
    user_id: 2,
    parameters: { continent: 'Europe', limit: 3 },
    question: QUESTION,
    sql: RIVERS,
    withheld: null,
    outcome: 'succeeded',
    error_code: null,
    row_count: 3,
    truncated: false,
    duration_ms: 1204,
    model: MODEL,
    started_at: '2026-11-21T09:30:00.000Z',
    finished_at: '2026-11-21T09:30:01.204Z',
  },
);

export const ListedExecutions = namedSuccess({ query_executions: listOf(QueryExecution), pagination: Pagination }, 'Executions listed.');

/** How a statement can end without rows. */
export const ENDS_OF_A_STATEMENT = [
  ...(['QUERY_CANCELLED', 'QUERY_FAILED', 'QUERY_MEMORY_EXCEEDED', 'QUERY_INTERRUPTED', 'QUERY_TIMEOUT'] as const),
  ...([
    'DATA_SOURCE_UNREACHABLE',
    'DATA_SOURCE_NO_DATABASE',
    'DATA_SOURCE_LOGIN_FAILED',
    'DATA_SOURCE_TLS_FAILED',
    'DATA_SOURCE_LOST',
  ] as const),
  ...(['DATA_SOURCE_ACCESS_DENIED', 'DATA_SOURCE_TOO_LARGE', 'ENGINE_UNAVAILABLE', 'INSTANCE_STOPPING'] as const),
  ...(['DATA_NOT_COMPARED', 'CHANGED_MEANWHILE'] as const),
] satisfies readonly ErrorCode[];

export function toTemplateAnswer(answer: ExecutionAnswer): z.infer<typeof TemplateAnswer> {
  const { executionId, renderedText, context, sql, result: found, model } = answer;
  return {
    execution_id: executionId,
    rendered_text: renderedText,
    context: contextForClient(context),
    sql,
    result: found && toResult(found),
    model: model && { ...toModelUse(model), explanation: model.explanation },
  };
}

function toModelUse({ name, inputTokens, outputTokens }: ModelUse): z.infer<z.ZodObject<typeof modelUse>> {
  return { name, input_tokens: inputTokens, output_tokens: outputTokens };
}

export function toResult({ columns, rows, isTruncated, durationMs, restrictions }: ResultSet): z.infer<typeof QueryResult> {
  return {
    columns,
    rows,
    row_count: rows.length,
    truncated: isTruncated,
    duration_ms: durationMs,
    restrictions: toRestrictions(restrictions),
  };
}

export function toQueryExecution(execution: ShownExecution): z.infer<typeof QueryExecution> {
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
    withheld: execution.withheld && forReader(execution.withheld),
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
