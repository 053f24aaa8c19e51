import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataSource } from '../domain/data-source.js';
import { DataSources } from './ports/data-sources.js';

@Injectable()
export class ListDataSources {
  constructor(
    private readonly access: AccessControl,
    private readonly sources: DataSources,
  ) {}

  /** @param organizationId `null` for all in which the caller may see them @throws Forbidden */
  async execute(caller: Caller, organizationId: number | null, request: PageRequest): Promise<Page<DataSource>> {
    if (organizationId !== null) {
      await this.access.require(caller, 'data_source.read', { organizationId });
      return this.sources.pageOf([organizationId], request);
    }
    await this.access.requireMembership(caller, 'data_source.read');
    return this.sources.pageOf(await this.access.where(caller, 'data_source.read'), request);
  }
}
