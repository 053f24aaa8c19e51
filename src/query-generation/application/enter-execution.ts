import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type Execution, placeOf } from '../domain/execution.js';
import { Executions } from './ports/executions.js';

const WHAT = 'Query execution';

/** Finds an execution for the person who began it, and for those who may change the data sources of its organization. */
@Injectable()
export class EnterExecution {
  constructor(
    private readonly access: AccessControl,
    private readonly executions: Executions,
  ) {}

  /** @throws Forbidden, also for a caller without an organization; NotFound for a missing one and for others' */
  async execute(caller: Caller, executionId: number): Promise<Execution> {
    const execution = await this.executions.findFor(caller, executionId);
    if (execution === null) {
      await this.access.requireMembership(caller, 'data_source.read');
      const asked = { type: 'query_execution', id: executionId, name: WHAT } as const;
      throw await this.access.refuseUnknown(caller, 'data_source.read', asked);
    }
    const { userId, dataSourceId } = execution;
    const place = placeOf(execution);
    try {
      await this.access.require(caller, 'data_source.read', place, WHAT);
    } catch (error) {
      if (error instanceof NotFound) await this.access.requireMembership(caller, 'data_source.read');
      throw error;
    }
    if (userId === caller.userId) return execution;
    if (!(await this.access.holds(caller, 'data_source.write', place))) throw new NotFound(WHAT);
    // A data source that is gone may have been in a workspace.
    const isHidden = dataSourceId === null && !(await this.access.holds(caller, 'workspace.delete', place));
    if (isHidden) throw new NotFound(WHAT);
    return execution;
  }
}
