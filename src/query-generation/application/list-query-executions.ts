import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { ExecutionHistory } from './ports/execution-history.js';
import { type ShownExecution, WithholdStatements } from './withhold-statements.js';

@Injectable()
export class ListQueryExecutions {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly access: AccessControl,
    private readonly history: ExecutionHistory,
    private readonly withholdStatements: WithholdStatements,
  ) {}

  /** The caller's own, and those of all people where the caller may write data sources. @throws Forbidden, NotFound */
  async execute(caller: Caller, dataSourceId: number, request: PageRequest): Promise<Page<ShownExecution>> {
    const { organizationId } = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const keeps = await this.access.holds(caller, 'data_source.write', { organizationId, dataSourceId });
    const userId = keeps ? null : caller.userId;
    const { items, total } = await this.history.ofSource({ organizationId, dataSourceId, userId }, request);
    return { items: await this.withholdStatements.execute(caller, items), total };
  }
}
