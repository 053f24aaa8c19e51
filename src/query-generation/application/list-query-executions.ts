import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Execution } from '../domain/execution.js';
import { ExecutionHistory } from './ports/execution-history.js';

@Injectable()
export class ListQueryExecutions {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly access: AccessControl,
    private readonly history: ExecutionHistory,
  ) {}

  /** One's own, and everybody's where one may write data sources. @throws Forbidden, NotFound */
  async execute(caller: Caller, dataSourceId: number, request: PageRequest): Promise<Page<Execution>> {
    const { organizationId } = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const keeps = await this.access.where(caller, 'data_source.write');
    const userId = keeps.includes(organizationId) ? null : caller.userId;
    return this.history.ofSource({ organizationId, dataSourceId, userId }, request);
  }
}
