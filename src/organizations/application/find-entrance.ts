import { Injectable } from '@nestjs/common';
import { ProvisionedMembers } from './ports/provisioned-members.js';

@Injectable()
export class FindEntrance {
  constructor(private readonly members: ProvisionedMembers) {}

  /** The place to invite a person to when none was chosen for them; `null` while the organization has no workspace. */
  execute(input: {
    organizationId: number;
    roleId: number | null;
  }): Promise<{ readonly workspaceId: number; readonly roleId: number } | null> {
    return this.members.entranceOf(input.organizationId, input.roleId);
  }
}
