import { Injectable } from '@nestjs/common';
import { HasOpenInvitation } from '../../invitations/application/has-open-invitation.js';
import { IsSuspendedEverywhere } from '../../organizations/application/is-suspended-everywhere.js';

@Injectable()
export class IsShutOut {
  constructor(
    private readonly isSuspendedEverywhere: IsSuspendedEverywhere,
    private readonly hasOpenInvitation: HasOpenInvitation,
  ) {}

  /**
   * Whether every organization of a person has suspended them and none invites them: then this service has nothing for
   * them.
   */
  async execute(userId: number): Promise<boolean> {
    return (await this.isSuspendedEverywhere.execute(userId)) && !(await this.hasOpenInvitation.execute(userId));
  }
}
