import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { ExecutionHistory } from '../../application/ports/execution-history.js';
import type { Execution } from '../../domain/execution.js';
import { EXECUTION_COLUMNS, type ExecutionRow, executionOf } from './sql-executions.js';

const OF_TEMPLATE = `template_id = $1 AND (organization_id = ANY ($2) OR (user_id = $3 AND organization_id = ANY ($4)))`;
const OF_SOURCE = `organization_id = $1 AND data_source_id = $2 AND ($3::integer IS NULL OR user_id = $3)`;

@Injectable()
export class SqlExecutionHistory extends ExecutionHistory {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async ofTemplate(
    templateId: number,
    whose: { userId: number; organizationIds: readonly number[]; allOf: readonly number[] },
    request: PageRequest,
  ): Promise<Page<Execution>> {
    const values = [templateId, whose.allOf, whose.userId, whose.organizationIds];
    return this.page(OF_TEMPLATE, values, request);
  }

  async ofSource(
    { organizationId, dataSourceId, userId }: { organizationId: number; dataSourceId: number; userId: number | null },
    request: PageRequest,
  ): Promise<Page<Execution>> {
    return this.page(OF_SOURCE, [organizationId, dataSourceId, userId], request);
  }

  private async page(where: string, values: readonly unknown[], request: PageRequest): Promise<Page<Execution>> {
    const [counted] = await this.session.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM query_executions WHERE ${where}`,
      values,
    );
    const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
    const rows = await this.session.query<ExecutionRow & object>(
      `SELECT ${EXECUTION_COLUMNS} FROM query_executions WHERE ${where} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
      [...values, request.limit, offsetOf(request)],
    );
    return { items: rows.map(executionOf), total: counted?.total ?? 0 };
  }
}
