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

  /** Labels decide which policies apply, so giving them takes the right to publish policies. @throws Forbidden, ValidationFailed, HostNotAllowed, NameTaken */
  async execute(input: Omit<RegisterDataSourceInput, 'actorUserId'> & { caller: Caller }): Promise<DataSource> {
    const { caller, ...source } = input;
    const { organizationId } = source;
    await this.access.require(caller, 'data_source.write', { organizationId });
    if (source.labels !== undefined && source.labels.length > 0)
      await this.access.require(caller, 'abac.grant', { organizationId });
    return this.registerDataSource.execute({ ...source, actorUserId: caller.userId });
  }
}
