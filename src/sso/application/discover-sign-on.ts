import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { discoveryThrottle } from '../domain/sso-throttles.js';
import { DescribeSignOn } from './describe-sign-on.js';

/** Tells a client where a person with an address logs in. */
@Injectable()
export class DiscoverSignOn {
  constructor(
    private readonly describeSignOn: DescribeSignOn,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws RateLimited */
  async execute(input: { email: string; network: string }): ReturnType<DescribeSignOn['execute']> {
    const throttled = [discoveryThrottle(input.network)];
    const wait = await this.unitOfWork.run(() => this.throttle.settle(throttled, 'failure'));
    if (wait > 0) throw new RateLimited(wait);
    return this.describeSignOn.execute(input.email);
  }
}
