import { Injectable } from '@nestjs/common';
import { AwaitsPerson } from '../../../scim/application/awaits-person.js';
import { Provisioning } from '../../application/ports/provisioning.js';

@Injectable()
export class ProvisionedPeople extends Provisioning {
  constructor(private readonly awaitsPerson: AwaitsPerson) {
    super();
  }

  awaits(input: { organizationId: number; emailKey: string }): Promise<boolean> {
    return this.awaitsPerson.execute(input);
  }
}
