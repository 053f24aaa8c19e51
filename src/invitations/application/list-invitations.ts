import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import type { InvitationStatus } from '../domain/invitation.js';
import { type InvitationView, Invitations } from './ports/invitations.js';

@Injectable()
export class ListInvitations {
  constructor(
    private readonly access: AccessControl,
    private readonly invitations: Invitations,
    private readonly clock: Clock,
  ) {}

  /** @param input.status `null` for all @throws Forbidden */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    status: InvitationStatus | null;
    request: PageRequest;
  }): Promise<Page<InvitationView>> {
    const { caller, organizationId, status, request } = input;
    await this.access.require(caller, 'member.invite', { organizationId });
    const reach = await this.access.reachOfWorkspaces(caller, [organizationId]);
    return this.invitations.pageOf(organizationId, { status, now: this.clock.now(), reach }, request);
  }
}
