import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { RememberedData } from '../domain/same-data.js';
import { KnownData } from './ports/known-data.js';

@Injectable()
export class ListRememberedData {
  constructor(
    private readonly access: AccessControl,
    private readonly known: KnownData,
  ) {}

  /** By id. @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<RememberedData>> {
    await this.access.require(caller, 'data_source.read', { organizationId });
    await this.access.require(caller, 'abac.read', { organizationId });
    return this.known.rememberedPage(organizationId, request);
  }
}
