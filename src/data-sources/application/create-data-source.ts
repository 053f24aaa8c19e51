import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataSource } from '../domain/data-source.js';
import { RegisterDataSource, type RegisterDataSourceInput } from './register-data-source.js';

@Injectable()
export class CreateDataSource {
  constructor(
    private readonly access: AccessControl,
    private readonly registerDataSource: RegisterDataSource,
  ) {}

  /** @throws Forbidden, ValidationFailed, HostNotAllowed, NameTaken */
  async execute(input: Omit<RegisterDataSourceInput, 'actorUserId'> & { caller: Caller }): Promise<DataSource> {
    const { caller, ...source } = input;
    const { organizationId } = source;
    await this.access.require(caller, 'data_source.write', { organizationId });
    return this.registerDataSource.execute({ ...source, actorUserId: caller.userId });
  }
}
