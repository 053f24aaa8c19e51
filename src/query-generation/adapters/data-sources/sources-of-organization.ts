import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../../shared/caller.js';
import type { Permission } from '../../../shared/permission.js';
import { type Source, Sources } from '../../application/ports/sources.js';

@Injectable()
export class SourcesOfOrganization extends Sources {
  constructor(private readonly enterDataSource: EnterDataSource) {
    super();
  }

  async enter(caller: Caller, permission: Permission, dataSourceId: number): Promise<Source> {
    const { id, organizationId, engine } = await this.enterDataSource.execute(caller, permission, dataSourceId);
    return { id, organizationId, dialect: engine };
  }
}
