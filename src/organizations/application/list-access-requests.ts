import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { AccessRequest } from '../domain/access-request.js';
import { AccessRequests } from './ports/access-requests.js';

@Injectable()
export class ListAccessRequests {
  constructor(
    private readonly access: AccessControl,
    private readonly requests: AccessRequests,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<AccessRequest>> {
    await this.access.require(caller, 'organization.update', { organizationId });
    return this.requests.pageOf(organizationId, request);
  }
}
