import { Injectable } from '@nestjs/common';
import { AwaitsPerson } from '../../../scim/application/awaits-person.js';
import { BringsPerson } from '../../../scim/application/brings-person.js';
import { Provisioning } from '../../application/ports/provisioning.js';

@Injectable()
export class ProvisionedPeople extends Provisioning {
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
