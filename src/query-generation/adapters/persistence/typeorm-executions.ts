import { Injectable } from '@nestjs/common';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { Caller } from '../../../shared/caller.js';
import { type ExecutionEnd, type NewExecution, Executions } from '../../application/ports/executions.js';
import type { Execution } from '../../domain/execution.js';
import { type ExecutionRow, executionSchema } from './schemas.js';

const OWN = ofCaller({ organization: 'execution.organizationId', user: ':userId', isAdmin: ':isSystemAdmin' });

/** Raw: hot, every query begins with it. */
const BEGIN = {
  name: 'query_executions_begin',
  text: `INSERT INTO query_executions (organization_id, user_id, data_source_id, template_id, template_version, parameters,
                                       question, sight, sql, saved_question_id, outcome, started_at, heartbeat_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11, 'running', $10, now()) RETURNING id`,
};

/** Raw: hot, every query ends with it. */
const FINISH = {
  name: 'query_executions_finish',
  text: `UPDATE query_executions SET sql = $2, outcome = $3, error_code = $4, row_count = $5, is_truncated = $6,
                duration_ms = $7, model_name = $8, input_tokens = $9, output_tokens = $10, finished_at = $11
          WHERE id = $1 AND outcome = 'running'`,
};

export function executionOf({ modelName, inputTokens, outputTokens, ...row }: ExecutionRow): Execution {
  const model = modelName === null ? null : { name: modelName, inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  return { ...row, model };
}

@Injectable()
export class TypeOrmExecutions extends Executions {
  private readonly executions;

  private readonly count: (labels: { readonly outcome: string; readonly code: string }) => void;

  constructor(
    private readonly session: TypeOrmSession,
    metrics: Metrics,
  ) {
    super();
    this.executions = session.repository(executionSchema);
    this.count = metrics.labelledCounter(
      'headgate_executions_total',
      'Queries by hand and templates by how they ended; the code is that of the error, or none',
      ['outcome', 'code'],
      [{ outcome: 'succeeded', code: 'none' }],
    );
  }

  async begin(execution: NewExecution): Promise<number> {
    const { organizationId, userId, dataSourceId, templateId, templateVersion } = execution;
    const { parameters, question, sight, sql, startedAt, savedQuestionId } = execution;
    const [row] = await this.session.query<{ id: number }>(BEGIN, [
      organizationId,
      userId,
      dataSourceId,
      templateId,
      templateVersion,
      parameters,
      question,
      sight,
      sql,
      startedAt,
      savedQuestionId,
    ]);
    if (row === undefined) throw new Error('The execution was not inserted.');
    return row.id;
  }

  async finish(id: number, end: ExecutionEnd): Promise<boolean> {
    const { sql, outcome, errorCode, rowCount, isTruncated, durationMs, model, finishedAt } = end;
    const ended = await this.session.execute(FINISH, [
      ...[id, sql, outcome, errorCode, rowCount, isTruncated, durationMs],
      ...[model?.name ?? null, model?.inputTokens ?? null, model?.outputTokens ?? null, finishedAt],
    ]);
    if (ended === 1) this.count({ outcome, code: errorCode ?? 'none' });
    return ended === 1;
  }

  isRunning(id: number): Promise<boolean> {
    return this.executions.existsBy({ id, outcome: 'running' });
  }

  async errorCodeOf(id: number): Promise<string | null> {
    const row = await this.executions.findOne({ select: { errorCode: true }, where: { id } });
    return row?.errorCode ?? null;
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Execution | null> {
    const found = this.executions.createQueryBuilder('execution').where({ id });
    const row = await found.andWhere(OWN, { userId, isSystemAdmin }).getOne();
    return row === null ? null : executionOf(row);
  }

  async beat(id: number): Promise<boolean> {
    // Raw: hot, and a repository does not return the rows of an update.
    const [row] = await this.session.query<{ cancelRequested: boolean }>(
      `UPDATE query_executions SET heartbeat_at = now() WHERE id = $1 AND outcome = 'running'
       RETURNING cancel_requested AS "cancelRequested"`,
      [id],
    );
    return row?.cancelRequested ?? true;
  }

  async requestCancel(id: number): Promise<boolean> {
    const { affected } = await this.executions.update({ id, outcome: 'running' }, { cancelRequested: true });
    return affected === 1;
  }
}
