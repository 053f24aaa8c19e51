import { Injectable } from '@nestjs/common';
import { DescribeSsoReadiness } from '../../sso/application/describe-sso-readiness.js';
import { Clock } from '../../shared/ports/clock.js';
import { BoundMembers } from './ports/bound-members.js';

/** Counts the members who would be bound and have never come through an active connection. Checks no permission. */
@Injectable()
export class CountNeverSignedOn {
  constructor(
    private readonly boundMembers: BoundMembers,
    private readonly describeReadiness: DescribeSsoReadiness,
    private readonly clock: Clock,
  ) {}

  async execute(organizationId: number): Promise<number> {
    const bound = await this.boundMembers.of(organizationId, this.clock.now());
    const { provenUserIds } = await this.describeReadiness.execute({ organizationId, userIds: bound });
    const proven = new Set(provenUserIds);
    return bound.filter((userId) => !proven.has(userId)).length;
  }
}
