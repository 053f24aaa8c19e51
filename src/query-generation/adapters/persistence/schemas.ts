import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { Board } from '../../domain/board.js';
import type { Execution } from '../../domain/execution.js';
import type { SavedQuestion } from '../../domain/saved-question.js';

export type ExecutionRow = Omit<Execution, 'model'> & {
  readonly modelName: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
};

type StoredExecution = ExecutionRow & {
  readonly idempotencyKey: string | null;
  readonly requestHash: string | null;
  readonly answerSealed: string | null;
  readonly cancelRequested: boolean;
  readonly heartbeatAt: Date;
};

export const executionSchema = new EntitySchema<StoredExecution>({
  name: 'query_executions',
  tableName: 'query_executions',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    userId: { name: 'user_id', type: 'integer' },
    dataSourceId: { name: 'data_source_id', type: 'integer', nullable: true },
    templateId: { name: 'template_id', type: 'integer', nullable: true },
    templateVersion: { name: 'template_version', type: 'integer', nullable: true },
    savedQuestionId: { name: 'saved_question_id', type: 'integer', nullable: true },
    parameters: { type: 'jsonb', nullable: true },
    question: { type: 'text', nullable: true },
    sight: { type: 'text', nullable: true },
    sql: { type: 'text', nullable: true },
    outcome: { type: 'text' },
    errorCode: { name: 'error_code', type: 'text', nullable: true },
    rowCount: { name: 'row_count', type: 'integer', nullable: true },
    isTruncated: { name: 'is_truncated', type: 'boolean', nullable: true },
    durationMs: { name: 'duration_ms', type: 'integer', nullable: true },
    modelName: { name: 'model_name', type: 'text', nullable: true },
    inputTokens: { name: 'input_tokens', type: 'integer', nullable: true },
    outputTokens: { name: 'output_tokens', type: 'integer', nullable: true },
    idempotencyKey: { name: 'idempotency_key', type: 'text', nullable: true, select: false },
    requestHash: { name: 'request_hash', type: 'text', nullable: true, select: false },
    answerSealed: { name: 'answer_sealed', type: 'text', nullable: true, select: false },
    cancelRequested: { name: 'cancel_requested', type: 'boolean', default: false, select: false },
    startedAt: { name: 'started_at', type: 'timestamptz' },
    heartbeatAt: { name: 'heartbeat_at', type: 'timestamptz', select: false },
    finishedAt: { name: 'finished_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<StoredExecution>,
});

export const savedQuestionSchema = new EntitySchema<SavedQuestion>({
  name: 'saved_questions',
  tableName: 'saved_questions',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    dataSourceId: { name: 'data_source_id', type: 'integer' },
    title: { type: 'text' },
    description: { type: 'text' },
    question: { type: 'text', nullable: true },
    sql: { type: 'text' },
    chart: { type: 'jsonb', nullable: true },
    version: { type: 'integer' },
    createdBy: { name: 'created_by', type: 'integer' },
    changedBy: { name: 'changed_by', type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    changedAt: { name: 'changed_at', type: 'timestamptz' },
  } satisfies ColumnsOf<SavedQuestion>,
});

export const boardSchema = new EntitySchema<Board>({
  name: 'boards',
  tableName: 'boards',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    name: { type: 'text' },
    version: { type: 'integer' },
    createdBy: { name: 'created_by', type: 'integer' },
    changedBy: { name: 'changed_by', type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    changedAt: { name: 'changed_at', type: 'timestamptz' },
  } satisfies ColumnsOf<Board>,
});
