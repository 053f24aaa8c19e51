import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EnterDataSource } from './enter-data-source.js';
import { Targets } from './ports/targets.js';
import { type TestOutcome, TryConnection } from './try-connection.js';

@Injectable()
export class TestDataSource {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly targets: Targets,
    private readonly tryConnection: TryConnection,
  ) {}

  /** A closed one can be tested too, because the test shows no data. @throws NotFound, Forbidden, RateLimited */
  async execute(caller: Caller, dataSourceId: number): Promise<TestOutcome> {
    const source = await this.enterDataSource.evenClosed(caller, 'data_source.write', dataSourceId);
    const locate = () => this.targets.locate(source);
    return this.tryConnection.execute({ actorUserId: caller.userId, source, dataSourceId, locate });
  }
}
