import { Injectable } from '@nestjs/common';
import { AwaitsPerson } from '../../application/awaits-person.js';
import { BringsPerson } from '../../application/brings-person.js';
import { Provisioning } from '../../../invitations/application/ports/provisioning.js';

@Injectable()
export class ProvisioningOfInvitations extends Provisioning {
  constructor(
    private readonly awaitsPerson: AwaitsPerson,
    private readonly bringsPerson: BringsPerson,
  ) {
    super();
  }

  awaits(input: { organizationId: number; emailKey: string }): Promise<boolean> {
    return this.awaitsPerson.execute(input);
  }

  brings(input: { organizationId: number; emailKey: string }): Promise<boolean> {
    return this.bringsPerson.execute(input);
  }
}
