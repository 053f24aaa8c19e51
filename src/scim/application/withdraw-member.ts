import { Injectable } from '@nestjs/common';
import { Resources } from './ports/resources.js';

/** A person who is removed from the organization by hand is not a user of its directory any more. */
@Injectable()
export class WithdrawMember {
  constructor(private readonly resources: Resources) {}

  /** Joins the unit of work of the removal, before the membership ends. */
  async execute(input: { organizationId: number; userId: number }): Promise<void> {
    const { organizationId, userId } = input;
    const resource = await this.resources.findByAccount(organizationId, userId);
    if (resource !== null) await this.resources.remove(organizationId, resource.id);
  }
}
