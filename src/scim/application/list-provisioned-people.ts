import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AwaitedPeople, type AwaitedPerson } from './ports/awaited-people.js';

/** The people that the directory brings and that have not come yet. */
@Injectable()
export class ListProvisionedPeople {
  constructor(
    private readonly access: AccessControl,
    private readonly awaitedPeople: AwaitedPeople,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<AwaitedPerson>> {
    await this.access.require(caller, 'member.read', { organizationId });
    return this.awaitedPeople.pageOf(organizationId, request);
  }
}
