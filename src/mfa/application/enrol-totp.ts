import { Injectable } from '@nestjs/common';
import { RequireAccount } from '../../accounts/application/require-account.js';
import type { Caller } from '../../shared/caller.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { shownName } from '../domain/app-label.js';
import { AdmitFactor } from './admit-factor.js';
import { Factors } from './ports/factors.js';
import { Totp } from './ports/totp.js';

export interface TotpEnrolment {
  readonly factorId: number;
  readonly secret: string;
  readonly url: string;
  readonly qrCode: string;
}

/** Makes a secret for an authenticator app. It does not count until a code made with it confirms it. */
@Injectable()
export class EnrolTotp {
  constructor(
    private readonly admitFactor: AdmitFactor,
    private readonly factors: Factors,
    private readonly totp: Totp,
    private readonly requireAccount: RequireAccount,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws TooManyFactors, PasswordLoginNeeded */
  async execute(input: { caller: Caller; name: string }): Promise<TotpEnrolment> {
    const { userId, email } = input.caller;
    const secret = this.totp.newSecret();
    const event = { action: 'mfa.enrolment_begun', actorUserId: userId };
    const begin = async (): Promise<TotpEnrolment> => {
      await this.requireAccount.hold(userId);
      const others = await this.admitFactor.execute(input.caller);
      await this.factors.removeUnconfirmed(userId);
      const id = await this.factors.nextId();
      await this.factors.add({
        id,
        userId,
        type: 'totp',
        name: input.name,
        secretSealed: this.factors.sealSecret(id, secret),
        lastTimeStep: null,
        createdAt: this.clock.now(),
        confirmedAt: null,
        lastUsedAt: null,
      });
      await this.auditTrail.record({ ...event, outcome: 'success', target: { type: 'mfa_factor', id } });
      return { factorId: id, secret, ...this.totp.provisioning(secret, email, shownName({ id, name: input.name }, others)) };
    };
    return recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(begin));
  }
}
