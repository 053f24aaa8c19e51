import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { Violation } from '../../engines/sql-guard/judgement.js';
import { PrepareAtSource } from '../../statements/application/prepare-at-source.js';

/** Tells a caller who may run statements what the guard, or the source that prepares it, would refuse in one. */
@Injectable()
export class ValidateStatement {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly prepareAtSource: PrepareAtSource,
  ) {}

  /**
   * @returns nothing for a statement that would be run
   * @throws Forbidden, NotFound, SchemaNotDiscovered, EngineUnavailable
   */
  async execute(caller: Caller, dataSourceId: number, sql: string): Promise<readonly Violation[]> {
    const source = await this.enterDataSource.execute(caller, 'query.run', dataSourceId);
    const verdict = await this.prepareAtSource.execute({ caller, source, sql });
    return verdict.ok ? [] : verdict.violations;
  }
}
