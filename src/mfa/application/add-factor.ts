import { Injectable } from '@nestjs/common';
import { ChangeFactors } from '../../accounts/application/change-factors.js';
import { RequireAccount } from '../../accounts/application/require-account.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import type { Factor } from '../domain/factor.js';
import { factorAddedMail } from '../domain/factor-mails.js';
import { AdmitFactor } from './admit-factor.js';
import { IssueRecoveryCodes } from './issue-recovery-codes.js';

/** What every new factor brings about, whatever its kind. Joins the unit of work of its confirmation. */
@Injectable()
export class AddFactor {
  constructor(
    private readonly admitFactor: AdmitFactor,
    private readonly issueRecoveryCodes: IssueRecoveryCodes,
    private readonly changeFactors: ChangeFactors,
    private readonly requireAccount: RequireAccount,
    private readonly consent: OwnerConsent,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @param input.confirm makes the factor count; it runs with the account locked
   * @returns recovery codes with the first factor, else `null` @throws TooManyFactors, PasswordLoginNeeded
   */
  async execute(input: {
    caller: Caller;
    confirm: () => Promise<Pick<Factor, 'id' | 'type' | 'name'>>;
  }): Promise<readonly string[] | null> {
    const { userId, sessionId } = input.caller;
    await this.changeFactors.execute({ userId, sessionId, actorUserId: userId });
    const before = await this.admitFactor.execute(input.caller);
    const factor = await input.confirm();
    await this.consent.endResets(userId);
    const codes = before.length === 0 ? await this.issueRecoveryCodes.execute(userId) : null;
    await this.mailer.send(factorAddedMail(await this.requireAccount.execute(userId), factor, this.clock.now()));
    await this.auditTrail.record({
      action: 'mfa.factor_added',
      outcome: 'success',
      actorUserId: userId,
      target: { type: 'mfa_factor', id: factor.id },
      detail: { type: factor.type },
    });
    return codes;
  }
}
