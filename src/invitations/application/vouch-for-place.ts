import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';

export interface Voucher {
  /** In the organization, where the role is for people who are new in it. */
  readonly held: Held;
  /** In the workspace; `null` if the person does not see it. */
  readonly within: Held | null;
}

/** What a person who invites holds where others are to get a role. */
@Injectable()
export class VouchForPlace {
  constructor(private readonly access: AccessControl) {}

  /** @param workspaceId `null` if no such invitation was found @throws Forbidden, PolicyRefused */
  async execute(caller: Caller, organizationId: number, workspaceId: number | null): Promise<Voucher> {
    const held = await this.access.require(caller, 'member.invite', { organizationId });
    if (workspaceId === null) return { held, within: null };
    const place = { organizationId, workspaceId };
    const within = await this.access.require(caller, 'member.invite', place, 'Workspace').catch((error: unknown) => {
      if (error instanceof NotFound) return null;
      throw error;
    });
    if (within !== null) await this.access.requirePolicies(caller, 'workspace.write', place);
    return { held, within };
  }
}
