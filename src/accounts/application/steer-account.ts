import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import type { PermissionGrant } from '../../shared/permission.js';
import { steeredMails } from '../domain/steering-mails.js';
import { isUnclaimedOf, maySteer } from '../domain/steering.js';
import { type User, mailAbout } from '../domain/user.js';
import { FollowDisplayName } from './follow-display-name.js';
import { OfferPassword } from './offer-password.js';
import { AddressDomains } from './ports/address-domains.js';
import { AccountSessions } from './ports/account-sessions.js';
import { Affiliations } from './ports/affiliations.js';
import { Users } from './ports/users.js';
import type { ProvisionedPerson } from './provision-account.js';

export interface SteeredAccount {
  readonly userId: number;
  readonly organizationId: number;
  readonly person: ProvisionedPerson;
  /** What the sender of the password could grant. */
  readonly reach: readonly PermissionGrant[];
  readonly detail: AuditEvent['detail'];
}

/**
 * Writes the names and the password that an organization's directory sends into an account, as far as the organization
 * may.
 */
@Injectable()
export class SteerAccount {
  constructor(
    private readonly users: Users,
    private readonly affiliations: Affiliations,
    private readonly domains: AddressDomains,
    private readonly offerPassword: OfferPassword,
    private readonly followDisplayName: FollowDisplayName,
    private readonly sessions: AccountSessions,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the caller's unit of work, in which the account is locked. It silently leaves undone what the organization
   * may not do.
   * @returns the key of the address that the account has now
   */
  async execute(input: SteeredAccount): Promise<string | null> {
    const { userId, organizationId, person, reach } = input;
    const user = await this.users.lock(userId);
    if (user === null) return null;
    const standing = await this.affiliations.standingAt(organizationId, userId);
    const hasVerifiedDomains = await this.hasVerifiedDomains(organizationId, user, person);
    const isSteered = maySteer(user, { organizationId, ...standing, hasVerifiedDomains });
    const changed = isSteered ? await this.change(user, person, reach) : user;
    const isLeftOut = person.password !== null && person.passwordHash === null;
    // Mailed to the address that the account has now: a link to the previous one would be void.
    if (isLeftOut && isUnclaimedOf(user, organizationId) && !standing.isSuspended) await this.offerPassword.execute(changed);
    if (changed !== user || !isSteered) await this.record(input, isSteered ? 'success' : 'refused');
    // Last, because it reads the account again: what is saved above would else take the name back.
    const { displayName } = person;
    if (displayName !== null) await this.followDisplayName.execute({ userId, organizationId, displayName });
    return changed.emailKey;
  }

  private async change(user: User, person: ProvisionedPerson, reach: readonly PermissionGrant[]): Promise<User> {
    const renamed = await this.renamed(user, person);
    const { passwordHash } = person;
    const now = this.clock.now();
    const changed = passwordHash === null ? renamed : renamed.changePassword(passwordHash, now, reach);
    if (changed === user) return user;
    await this.users.save(changed);
    await this.mailer.send(...steeredMails(user, changed, now).map((mail) => ({ ...mail, about: mailAbout(user) })));
    if (passwordHash !== null) await this.sessions.end({ userId: user.id, reason: 'password_changed', keep: null, actorUserId: null });
    return changed;
  }

  /**
   * Judged with every write, because domains come and go. Both addresses count: the one that the account has and the
   * one that it gets.
   */
  private async hasVerifiedDomains(organizationId: number, user: User, { email }: ProvisionedPerson): Promise<boolean> {
    for (const key of new Set([user.emailKey, email?.key ?? user.emailKey]))
      if ((await this.domains.standingOf(organizationId, key)) !== 'verified') return false;
    return true;
  }

  /** A name that another account has is ignored; a refusal would tell that there is such an account. */
  private async renamed(user: User, person: ProvisionedPerson): Promise<User> {
    const email = await this.free(user, person.email);
    const username = email === null ? null : await this.free(user, person.username);
    return user.rename({ email, username }, this.clock.now());
  }

  private async free(user: User, name: ProvisionedPerson['email']): Promise<ProvisionedPerson['email']> {
    if (name === null) return null;
    const holder = await this.users.findByName(name.key);
    return holder === null || holder.id === user.id ? name : null;
  }

  /** Goes to the installation's trail: the organization must not learn that the account serves more than itself. */
  private record({ userId, detail }: SteeredAccount, outcome: AuditEvent['outcome']): Promise<void> {
    return this.auditTrail.record({
      action: 'user.provisioned_change',
      outcome,
      actorUserId: null,
      target: { type: 'user', id: userId },
      ...(detail && { detail }),
    });
  }
}
