import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { requireAt } from '../../shared/require-at.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataSource } from '../domain/data-source.js';
import { GuardSameData } from './guard-same-data.js';
import { NameSameData, type ToldSource } from './name-same-data.js';
import { RegisterDataSource, type RegisterDataSourceInput } from './register-data-source.js';

@Injectable()
export class CreateDataSource {
  constructor(
    private readonly access: AccessControl,
    private readonly registerDataSource: RegisterDataSource,
    private readonly guardSameData: GuardSameData,
    private readonly nameSameData: NameSameData,
  ) {}

  /**
   * Labels decide which policies apply, so giving them takes the right to publish policies. So does data that others protect.
   * @returns the source with the other sources of the same data, if it is protected
   * @throws Forbidden, ValidationFailed, HostNotAllowed, NameTaken, DataUnderPolicies, PolicyRefused
   */
  async execute(input: RegisterDataSourceInput & { caller: Caller }): Promise<{ source: DataSource; sameData: readonly ToldSource[] }> {
    const { caller, organizationId, workspaceId, labels = [] } = input;
    await requireAt(this.access, caller, 'data_source.write', { organizationId, workspaceId });
    if (labels.length > 0) await this.access.require(caller, 'abac.grant', { organizationId });
    const { source, same } = await this.registerDataSource.execute(input);
    // Labels protect the data from now on.
    const sources = labels.length === 0 ? same.sources : await this.guardSameData.execute([source.id], caller.userId);
    return { source, sameData: await this.nameSameData.execute(caller, organizationId, sources, same.remembered) };
  }
}
