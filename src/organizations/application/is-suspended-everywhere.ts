import { Injectable } from '@nestjs/common';
import { ProvisionedMembers } from './ports/provisioned-members.js';

@Injectable()
export class IsSuspendedEverywhere {
  constructor(private readonly members: ProvisionedMembers) {}

  /** Whether a person belongs to at least one organization and every one has suspended them. */
  execute(userId: number): Promise<boolean> {
    return this.members.isSuspendedEverywhere(userId);
  }
}
