import { Injectable } from '@nestjs/common';
import { HasOpenInvitation } from '../../invitations/application/has-open-invitation.js';
import { IsSuspendedEverywhere } from '../../organizations/application/is-suspended-everywhere.js';

@Injectable()
export class IsShutOut {
  constructor(
    private readonly isSuspendedEverywhere: IsSuspendedEverywhere,
    private readonly hasOpenInvitation: HasOpenInvitation,
  ) {}

  /** Whether every organization of somebody's has suspended them and none invites them: there is nothing here for them. */
  async execute(userId: number): Promise<boolean> {
    return (await this.isSuspendedEverywhere.execute(userId)) && !(await this.hasOpenInvitation.execute(userId));
  }
}
