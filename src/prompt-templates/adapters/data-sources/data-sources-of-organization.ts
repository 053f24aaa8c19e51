import { Injectable } from '@nestjs/common';
import { NameDataSources } from '../../../data-sources/application/name-data-sources.js';
import { type KnownDataSource, KnownDataSources } from '../../application/ports/known-data-sources.js';

@Injectable()
export class DataSourcesOfOrganization extends KnownDataSources {
  constructor(private readonly nameDataSources: NameDataSources) {
    super();
  }

  among(
    organizationId: number,
    { ids = [], names = [] }: { readonly ids?: readonly number[]; readonly names?: readonly string[] },
  ): Promise<readonly KnownDataSource[]> {
    return this.nameDataSources.execute({ organizationId, ids, names });
  }
}
