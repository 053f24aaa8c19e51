import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized, isRefusal } from '../../shared/domain-error.js';
import { emailOf } from '../../shared/email-key.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { InvalidMailedToken, LinkOfAnother } from '../domain/account.errors.js';
import { addressChangedMail } from '../domain/address-mails.js';
import type { MailedToken } from '../domain/mailed-token.js';
import type { User } from '../domain/user.js';
import { JudgeOwnAddress } from './judge-own-address.js';
import { AccountSessions } from './ports/account-sessions.js';
import { AddressDirectories } from './ports/address-directories.js';
import { Users } from './ports/users.js';
import { RedeemMailedToken } from './redeem-mailed-token.js';

const action = 'user.address_changed';

/**
 * A person shows that they read the mail of the address that they asked for. They have to be signed in: whoever reads the mail of a
 * mistyped address must not get the account.
 */
@Injectable()
export class ConfirmAddressChange {
  constructor(
    private readonly redeemMailedToken: RedeemMailedToken,
    private readonly judgeOwnAddress: JudgeOwnAddress,
    private readonly users: Users,
    private readonly sessions: AccountSessions,
    private readonly directories: AddressDirectories,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * A refusal of what the link is for leaves it good.
   * @returns the address from now on
   * @throws InvalidMailedToken, RateLimited, LinkOfAnother, NameTaken, AddressManaged, AddressSignsOn, Unauthorized
   */
  async execute({ caller, token, network }: { caller: Caller; token: string; network: string }): Promise<string> {
    let email = '';
    try {
      await this.redeemMailedToken.execute({ purpose: 'address_change', action, token, network }, async (user, found) => {
        email = await this.move(caller, user, found);
      });
    } catch (error) {
      // Those of the token itself are recorded where it is looked up.
      const isOfToken = error instanceof InvalidMailedToken || error instanceof RateLimited;
      if (isRefusal(error) && !isOfToken)
        await this.auditTrail.record({ ...eventOf(caller.userId), outcome: 'refused', detail: { reason: error.name } });
      throw error;
    }
    return email;
  }

  private async move(caller: Caller, user: User, { newEmail }: MailedToken): Promise<string> {
    const { userId, sessionId } = caller;
    if (user.id !== userId) throw new LinkOfAnother();
    // Behind the lock: what ended the session may have been what was waited for.
    if (!(await this.sessions.isLive({ id: sessionId, userId }))) throw new Unauthorized();
    const email = emailOf(newEmail ?? '');
    await this.judgeOwnAddress.execute(user, email);
    const now = this.clock.now();
    // Before the account moves: the language of the mail is found by the address that the account has.
    await this.mailer.send(addressChangedMail(user, email.text, now));
    await this.users.save(user.moveTo(email, now));
    await this.directories.follow(userId);
    await this.sessions.end({ userId, reason: 'address_changed', keep: sessionId, actorUserId: userId });
    await this.auditTrail.record({ ...eventOf(userId), outcome: 'success' });
    return email.text;
  }
}

function eventOf(userId: number) {
  return { action, actorUserId: userId, target: { type: 'user', id: userId } };
}
