import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Execution } from '../domain/execution.js';
import { ExecutionHistory } from './ports/execution-history.js';
import { Sources } from './ports/sources.js';

@Injectable()
export class ListQueryExecutions {
  constructor(
    private readonly sources: Sources,
    private readonly access: AccessControl,
    private readonly history: ExecutionHistory,
  ) {}

  /** One's own, and everybody's where one may write data sources. @throws Forbidden, NotFound */
  async execute(caller: Caller, dataSourceId: number, request: PageRequest): Promise<Page<Execution>> {
    const { organizationId } = await this.sources.enter(caller, 'data_source.read', dataSourceId);
    const keeps = await this.access.where(caller, 'data_source.write');
    const userId = keeps.includes(organizationId) ? null : caller.userId;
    return this.history.ofSource({ organizationId, dataSourceId, userId }, request);
  }
}
