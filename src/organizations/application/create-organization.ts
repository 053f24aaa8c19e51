import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Organization, Plan } from '../domain/organization.js';
import { FoundOrganization } from './found-organization.js';

@Injectable()
export class CreateOrganization {
  constructor(
    private readonly access: AccessControl,
    private readonly foundOrganization: FoundOrganization,
  ) {}

  /** @throws Forbidden for everyone but a system administrator; NotFound when the owner has no account */
  async execute(input: {
    caller: Caller;
    name: string;
    domain: string | null;
    plan: Plan;
    ownerUserId: number | null;
  }): Promise<Organization> {
    const { caller, ...organization } = input;
    await this.access.requireSystemAdmin(caller, 'organization.create');
    return this.foundOrganization.execute({ ...organization, workspace: null, actorUserId: caller.userId });
  }
}
