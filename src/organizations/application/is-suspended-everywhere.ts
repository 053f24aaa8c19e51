import { Injectable } from '@nestjs/common';
import { ProvisionedMembers } from './ports/provisioned-members.js';

@Injectable()
export class IsSuspendedEverywhere {
  constructor(private readonly members: ProvisionedMembers) {}

  /** Whether every organization that somebody belongs to has suspended them, and there is one. */
  execute(userId: number): Promise<boolean> {
    return this.members.isSuspendedEverywhere(userId);
  }
}
