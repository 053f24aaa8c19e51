import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, IsNull } from 'typeorm';
import { aboutSources } from '../../../platform/database/about-sources.js';
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
    { userId, organizationIds, allOf, goneOf, reach }: Parameters<ExecutionHistory['ofTemplate']>[1],
    request: PageRequest,
  ): Promise<Page<Execution>> {
    const wanted = [
      ...aboutSources(reach, allOf).map((one) => ({ templateId, ...one })),
      { templateId, organizationId: Any(goneOf), dataSourceId: IsNull() },
      ...aboutSources(reach, organizationIds).map((one) => ({ templateId, userId, ...one })),
      { templateId, userId, organizationId: Any(organizationIds), dataSourceId: IsNull() },
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
