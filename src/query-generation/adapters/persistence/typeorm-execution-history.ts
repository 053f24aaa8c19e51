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
      refused: readonly number[];
    },
    request: PageRequest,
  ): Promise<Page<Execution>> {
    const everybodys = { templateId, organizationId: Any(whose.allOf) };
    const own = { templateId, userId: whose.userId, organizationId: Any(whose.organizationIds) };
    const both = [everybodys, own];
    if (whose.refused.length === 0) return this.page(both, request);
    const sources = [IsNull(), Not(Any(whose.refused))];
    return this.page(
      both.flatMap((which) => sources.map((dataSourceId) => ({ ...which, dataSourceId }))),
      request,
    );
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
