import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { Organization } from '../domain/organization.js';
import { Organizations } from './ports/organizations.js';

@Injectable()
export class ListOrganizations {
  constructor(private readonly organizations: Organizations) {}

  /** The organizations that the caller's session is good for; a system administrator sees all. */
  execute(caller: Caller, request: PageRequest): Promise<Page<Organization>> {
    return this.organizations.pageOf(caller.isSystemAdmin ? null : caller, request);
  }
}
