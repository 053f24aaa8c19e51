import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type GivenConnection, connectionOf } from '../domain/connection.js';
import type { Engine } from '../../engines/catalog-reader/engine.js';
import { Targets } from './ports/targets.js';
import { type TestOutcome, TryConnection } from './try-connection.js';

/** Tries a connection before it is stored. It may lead where a stored one may, and failures count the same. */
@Injectable()
export class TestConnection {
  constructor(
    private readonly access: AccessControl,
    private readonly targets: Targets,
    private readonly tryConnection: TryConnection,
  ) {}

  /** @throws Forbidden, ValidationFailed, RateLimited */
  async execute(input: { caller: Caller; organizationId: number; engine: Engine; connection: GivenConnection }): Promise<TestOutcome> {
    const { caller, organizationId, engine, connection: given } = input;
    await this.access.requireWithin(caller, 'data_source.write', organizationId);
    const source = { organizationId, engine, connection: connectionOf(engine, given) };
    const locate = async () => {
      this.targets.assertAllowed(source);
      return this.targets.locateGiven(source, given.password ?? null);
    };
    return this.tryConnection.execute({ actorUserId: caller.userId, source, dataSourceId: null, locate });
  }
}
