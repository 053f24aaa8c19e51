import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, IsNull, Not } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { ExecutionHistory } from '../../application/ports/execution-history.js';
import type { Execution } from '../../domain/execution.js';
import { type ExecutionRow, executionSchema } from './schemas.js';
import { executionOf } from './typeorm-executions.js';

@Injectable()
export class TypeOrmExecutionHistory extends ExecutionHistory {
  private readonly executions;

  constructor(session: TypeOrmSession) {
    super();
    this.executions = session.repository(executionSchema);
  }

  async ofTemplate(
    templateId: number,
    whose: {
      userId: number;
      organizationIds: readonly number[];
      allOf: readonly number[];
      goneOf: readonly number[];
      refused: readonly number[];
    },
    request: PageRequest,
  ): Promise<Page<Execution>> {
    const own = { templateId, userId: whose.userId, organizationId: Any(whose.organizationIds) };
    const there = whose.refused.length === 0 ? Not(IsNull()) : Not(Any(whose.refused));
    const wanted = [
      { templateId, organizationId: Any(whose.allOf), dataSourceId: there },
      { templateId, organizationId: Any(whose.goneOf), dataSourceId: IsNull() },
      { ...own, dataSourceId: there },
      { ...own, dataSourceId: IsNull() },
    ];
    return this.page(wanted, request);
  }

  async ofSource(
    { organizationId, dataSourceId, userId }: { organizationId: number; dataSourceId: number; userId: number | null },
    request: PageRequest,
  ): Promise<Page<Execution>> {
    return this.page({ organizationId, dataSourceId, ...(userId === null ? {} : { userId }) }, request);
  }

  private async page(
    where: FindOptionsWhere<ExecutionRow> | FindOptionsWhere<ExecutionRow>[],
    request: PageRequest,
  ): Promise<Page<Execution>> {
    const [rows, total] = await this.executions.findAndCount({
      where,
      order: { id: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items: rows.map(executionOf), total };
  }
}
