import { Injectable } from '@nestjs/common';
import { FindAccountByEmail } from '../../accounts/application/find-account-by-email.js';
import { RegisterUser } from '../../accounts/application/register-user.js';
import { DescribePlace } from '../../organizations/application/describe-place.js';
import { DomainError, RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Invitation } from '../domain/invitation.js';
import { AccountExists } from '../domain/invitation.errors.js';
import { usernameThrottle } from '../domain/invitation-throttles.js';
import { type Acceptance, AdmitGuest } from './admit-guest.js';
import { CheckInvitation } from './check-invitation.js';

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly displayName?: string | null;
}

/** For a new person who accepts an invitation: account and membership are created in one commit. */
@Injectable()
export class AdmitNewcomer {
  constructor(
    private readonly describePlace: DescribePlace,
    private readonly checkInvitation: CheckInvitation,
    private readonly registerUser: RegisterUser,
    private readonly findAccountByEmail: FindAccountByEmail,
    private readonly admitGuest: AdmitGuest,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @throws ValidationFailed, WeakPassword, InvitationNotFound, AccountExists, NameTaken, MemberAlready, InvitationAlreadyAccepted,
   * InvitationExpired, RateLimited
   */
  async execute(found: Invitation, account: NewAccount): Promise<Acceptance> {
    // Everything is judged again behind the lock; this check saves the hashing for an invitation that is not valid.
    const { organization } = await this.checkInvitation.execute(found, await this.describePlace.execute(found));
    const throttled = [usernameThrottle(found.id)];
    const wait = await this.throttle.waitSeconds(throttled);
    if (wait > 0) throw new RateLimited(wait);
    const { email } = found;
    const prepared = await this.registerUser.prepare({
      ...account,
      email,
      isSystemAdmin: false,
      // The token went to this address only.
      isEmailVerified: true,
      organizationNames: [organization.name],
    });
    try {
      return await this.unitOfWork.run(() =>
        this.admitGuest.execute(found, async () => {
          if ((await this.findAccountByEmail.execute(email)).userId !== null) throw new AccountExists();
          return this.registerUser.add(prepared);
        }),
      );
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'CONFLICT') throw error;
      const laterWait = await this.unitOfWork.run(() => this.throttle.settle(throttled, 'failure'));
      throw laterWait > 0 ? new RateLimited(laterWait) : error;
    }
  }
}
