import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized, ValidationFailed } from '../../shared/domain-error.js';
import { type EmailAddress, emailOf } from '../../shared/email-key.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { OwnAddress } from '../domain/account.errors.js';
import { type Asker, addressAskedMail, addressTakenMail, proveAddressMail } from '../domain/address-mails.js';
import { usernameOf } from '../domain/login-name.js';
import { MailedToken } from '../domain/mailed-token.js';
import { mailThrottle } from '../domain/recovery-throttles.js';
import type { User } from '../domain/user.js';
import { JudgeOwnAddress } from './judge-own-address.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

/**
 * A person asks for another address. A link goes to it, and word of the request to the address that the account has. If another account has
 * it, its owner is told instead: neither the answer nor the state of the request says so.
 */
@Injectable()
export class RequestAddressChange {
  constructor(
    private readonly users: Users,
    private readonly tokens: MailedTokens,
    private readonly judgeOwnAddress: JudgeOwnAddress,
    private readonly service: ServiceOrigin,
    private readonly mailer: Mailer,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Replaces an older request. @throws ValidationFailed, AddressManaged, AddressNotProved, RateLimited, Unauthorized */
  execute({ caller, email: text, asker }: { caller: Caller; email: string; asker: Asker }): Promise<void> {
    const { userId } = caller;
    const event = { action: 'user.address_change_requested', actorUserId: userId, target: { type: 'user', id: userId } };
    return recordRefusal(this.auditTrail, event, async () => {
      const email = emailOf(text);
      const wait = await this.unitOfWork.run(async () => {
        const user = await this.users.lock(userId);
        if (user?.isActive !== true) throw new Unauthorized();
        await this.judge(user, email);
        // Of both mailboxes. A stranger who uses up the first must not keep its owner from leaving it, so the second counts apart.
        const throttled = [mailThrottle('address_change', email.key), mailThrottle('address_change_notice', user.emailKey)];
        const refusedFor = await this.throttle.settle(throttled, 'failure');
        if (refusedFor > 0) return refusedFor;
        await this.mail(user, email, asker);
        await this.auditTrail.record({ ...event, outcome: 'success' });
        return 0;
      });
      if (wait > 0) throw new RateLimited(wait);
    });
  }

  private async judge(user: User, email: EmailAddress): Promise<void> {
    if (email.key === user.emailKey) throw new OwnAddress();
    await this.judgeOwnAddress.execute(user, email);
    if (isNamedByAddress(user)) refusingAsAddress(() => usernameOf(email.text, email));
  }

  private async mail(user: User, email: EmailAddress, asker: Asker): Promise<void> {
    const now = this.clock.now();
    const { token, hash } = mintToken();
    const request = { requestId: this.tokens.newRequestId(), tokenHash: hash, newEmail: email.text };
    const issued = MailedToken.forNewAddress(user, request, now);
    await this.tokens.issue(issued);
    // A token for a taken address is never mailed: nothing can use it.
    const toNew = (await this.isTaken(user, email))
      ? addressTakenMail(email.text, this.service)
      : proveAddressMail({ username: user.username, email: email.text }, this.service, token, issued.expiresAt);
    await this.mailer.send(toNew, addressAskedMail(user, { address: email.text, asker, at: now }, this.service));
  }

  private async isTaken(user: User, { key }: EmailAddress): Promise<boolean> {
    const holders = [await this.users.findByEmail(key), isNamedByAddress(user) ? await this.users.findByName(key) : null];
    return holders.some((holder) => holder !== null && holder.id !== user.id);
  }
}

function isNamedByAddress({ usernameKey, emailKey }: User): boolean {
  return usernameKey === emailKey;
}

/** The username follows the address, so the rules of usernames hold for it too. */
function refusingAsAddress(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    throw new ValidationFailed((error.details ?? []).map((detail) => ({ ...detail, field: 'email' })));
  }
}
