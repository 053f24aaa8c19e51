import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type AccessRequest, shownOutside } from '../domain/access-request.js';
import { AccessRequests } from './ports/access-requests.js';

@Injectable()
export class ListAccessRequests {
  constructor(
    private readonly access: AccessControl,
    private readonly requests: AccessRequests,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<AccessRequest>> {
    const { isSystemAdmin } = await this.access.require(caller, 'organization.update', { organizationId });
    const { items, total } = await this.requests.pageOf(organizationId, request);
    if (!isSystemAdmin) return { items, total };
    return { items: items.map((item) => ({ ...item, subject: shownOutside(item.subject) })), total };
  }
}
