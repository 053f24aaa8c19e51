import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { ExecutionHistory } from '../../application/ports/execution-history.js';
import type { Execution } from '../../domain/execution.js';
import { EXECUTION_COLUMNS, type ExecutionRow, executionOf } from './execution-row.js';

const WHERE = `template_id = $1 AND (organization_id = ANY ($2) OR (user_id = $3 AND organization_id = ANY ($4)))`;

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
    const [counted] = await this.session.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM query_executions WHERE ${WHERE}`,
      values,
    );
    const rows = await this.session.query<ExecutionRow & object>(
      `SELECT ${EXECUTION_COLUMNS} FROM query_executions WHERE ${WHERE} ORDER BY id DESC LIMIT $5 OFFSET $6`,
      [...values, request.limit, offsetOf(request)],
    );
    return { items: rows.map(executionOf), total: counted?.total ?? 0 };
  }
}
