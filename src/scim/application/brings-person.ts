import { Injectable } from '@nestjs/common';
import { emailKeyOf } from '../../shared/email-key.js';
import { addressOf } from '../domain/person.js';
import { AwaitedPeople } from './ports/awaited-people.js';

@Injectable()
export class BringsPerson {
  constructor(private readonly awaitedPeople: AwaitedPeople) {}

  /** Whether the directory of the organization has a user with the address, active or not, who has not come yet. */
  async execute({ organizationId, emailKey }: { organizationId: number; emailKey: string }): Promise<boolean> {
    const users = await this.awaitedPeople.about(organizationId, emailKey);
    return users.some(({ attributes }) => emailKeyOf(addressOf(attributes) ?? '') === emailKey);
  }
}
