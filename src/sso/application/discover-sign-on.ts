import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { discoveryThrottle } from '../domain/sso-throttles.js';
import { FindSignOnByEmail } from './find-sign-on-by-email.js';
import { SignOnRequirement } from './ports/sign-on-requirement.js';

/** Tells a client that has an address where to go with it. The same work for every address. */
@Injectable()
export class DiscoverSignOn {
  constructor(
    private readonly findSignOn: FindSignOnByEmail,
    private readonly signOnRequirement: SignOnRequirement,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** `isRequired` speaks of the organization, never of a person. @throws RateLimited */
  async execute(input: {
    email: string;
    network: string;
  }): Promise<{ connectionId: number; startUrl: string; isRequired: boolean } | null> {
    const throttled = [discoveryThrottle(input.network)];
    const wait = await this.unitOfWork.run(() => this.throttle.settle(throttled, 'failure'));
    if (wait > 0) throw new RateLimited(wait);
    const found = await this.findSignOn.execute(input.email);
    const isRequired = await this.signOnRequirement.isRequiredAt(found?.organizationId ?? null);
    return found && { connectionId: found.connectionId, startUrl: found.startUrl, isRequired };
  }
}
