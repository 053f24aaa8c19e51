import { Injectable } from '@nestjs/common';
import { IsBreakGlass } from '../../application/is-break-glass.js';
import { IsSignOnRequired } from '../../application/is-sign-on-required.js';
import { BoundMembers } from '../../application/ports/bound-members.js';
import { Clock } from '../../../shared/ports/clock.js';
import { SignOnRequirement } from '../../../sso/application/ports/sign-on-requirement.js';

@Injectable()
export class SignOnRequirementOfSso extends SignOnRequirement {
  constructor(
    private readonly isSignOnRequired: IsSignOnRequired,
    private readonly breakGlass: IsBreakGlass,
    private readonly boundMembers: BoundMembers,
    private readonly clock: Clock,
  ) {
    super();
  }

  isRequiredAt(organizationId: number | null): Promise<boolean> {
    return this.isSignOnRequired.execute(organizationId);
  }

  isRequiredOfAnybodyAt(organizationId: number): Promise<boolean> {
    return this.isSignOnRequired.ofAnybody(organizationId);
  }

  boundAt(organizationId: number): Promise<readonly number[]> {
    return this.boundMembers.requiredOf(organizationId, this.clock.now());
  }

  isBreakGlass(organizationId: number, userId: number): Promise<boolean> {
    return this.breakGlass.execute({ organizationId, userId });
  }
}
