import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { PrepareAtSource, type Prepared } from '../../statements/application/prepare-at-source.js';

/** Tells a caller who may run statements what the guard, or the source that prepares it, would refuse in one. */
@Injectable()
export class ValidateStatement {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly prepareAtSource: PrepareAtSource,
  ) {}

  /** @throws Forbidden, NotFound, SchemaNotDiscovered, EngineUnavailable */
  async execute(caller: Caller, dataSourceId: number, sql: string): Promise<Prepared> {
    const source = await this.enterDataSource.execute(caller, 'query.run', dataSourceId);
    return this.prepareAtSource.execute({ caller, source, sql });
  }
}
