import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { Violation } from '../../engines/sql-guard/judgement.js';
import { JudgeStatement } from '../../statements/application/judge-statement.js';

/** Tells a caller who may run statements what the guard would refuse in one; the data source is not asked. */
@Injectable()
export class ValidateStatement {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly judgeStatement: JudgeStatement,
  ) {}

  /**
   * @returns nothing for a statement that would be run
   * @throws Forbidden, NotFound, SchemaNotDiscovered, EngineUnavailable
   */
  async execute(caller: Caller, dataSourceId: number, sql: string): Promise<readonly Violation[]> {
    const source = await this.enterDataSource.execute(caller, 'query.run', dataSourceId);
    const verdict = await this.judgeStatement.execute({ caller, source, sql });
    return verdict.ok ? [] : verdict.violations;
  }
}
