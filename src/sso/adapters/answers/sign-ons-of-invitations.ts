import { Injectable } from '@nestjs/common';
import { type SignOn, SignOns } from '../../../invitations/application/ports/sign-ons.js';
import { DescribeSignOn } from '../../application/describe-sign-on.js';

@Injectable()
export class SignOnsOfInvitations extends SignOns {
  constructor(private readonly describeSignOn: DescribeSignOn) {
    super();
  }

  of(email: string): Promise<SignOn | null> {
    return this.describeSignOn.execute(email);
  }
}
