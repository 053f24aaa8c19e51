import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { DomainError, RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import type { Invitation } from '../domain/invitation.js';
import { AccountExists, InvitationNotFound, NotTheInvited, OneWayToAccept } from '../domain/invitation.errors.js';
import { usernameThrottle } from '../domain/invitation-throttles.js';
import { CheckInvitation } from './check-invitation.js';
import { Accounts, type Guest } from './ports/accounts.js';
import { Invitations } from './ports/invitations.js';
import { type Place, Places } from './ports/places.js';
import { PresentToken } from './present-token.js';
import { RecordRefusals } from './record-refusals.js';

export interface NewAccount {
  readonly username: string;
  readonly password: string;
}

export interface Acceptance {
  readonly place: Place;
  readonly guest: Guest;
}

type Admission = (found: Invitation) => Promise<Acceptance>;

/** Spends an invitation: account, where there is none yet, and membership come into being in one commit. */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly presentToken: PresentToken,
    private readonly checkInvitation: CheckInvitation,
    private readonly accounts: Accounts,
    private readonly places: Places,
    private readonly invitations: Invitations,
    private readonly refusals: RecordRefusals,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @param input.account for whoever is new @param input.caller whoever has the account with the invited address
   * @throws ValidationFailed, WeakPassword, Unauthorized, NotTheInvited, InvitationNotFound, AccountExists, NameTaken,
   * MemberAlready, InvitationAlreadyAccepted, InvitationExpired, RateLimited
   */
  async execute(input: {
    token: string;
    ip: string | null;
    account: NewAccount | null;
    caller: Caller | null;
  }): Promise<Acceptance> {
    const { token, ip, account, caller } = input;
    const admission = this.admissionOf(account, caller);
    const action = 'invitation.accepted';
    const actorUserId = caller?.userId ?? null;
    const found = await this.presentToken.execute({ token, ip, action, actorUserId });
    const { id, organizationId } = found;
    const target = { type: 'invitation', id };
    // What fails is an event before the person has come.
    const attempt = { action, actorUserId, target, ...placeOfEvent(organizationId, !found.isProvisioned, undefined) };
    return this.refusals.execute(attempt, () => admission(found));
  }

  private admissionOf(account: NewAccount | null, caller: Caller | null): Admission {
    if (caller !== null && account === null) return (found) => this.admitCaller(found, caller);
    if (caller === null && account !== null) return (found) => this.admitNewcomer(found, account);
    throw new OneWayToAccept(caller !== null);
  }

  private admitCaller(found: Invitation, caller: Caller): Promise<Acceptance> {
    return this.unitOfWork.run(async () => {
      const guest = await this.accounts.lock(caller.userId);
      if (guest === null) throw new Unauthorized();
      if (guest.emailKey !== found.emailKey) throw new NotTheInvited();
      return this.admit(found, async () => {
        await this.accounts.confirmAddress(caller);
        return guest;
      });
    });
  }

  private async admitNewcomer(found: Invitation, account: NewAccount): Promise<Acceptance> {
    // Everything is judged again behind the lock; here it spares the work of hashing for an invitation that is none.
    const { organization } = await this.checkInvitation.execute(found, await this.places.describe(found));
    const throttled = [usernameThrottle(found.id)];
    const wait = await this.throttle.waitSeconds(throttled);
    if (wait > 0) throw new RateLimited(wait);
    const { email } = found;
    const register = await this.accounts.prepare({ ...account, email, organizationName: organization.name });
    try {
      return await this.unitOfWork.run(() =>
        this.admit(found, async () => {
          if ((await this.accounts.byEmail(email)).userId !== null) throw new AccountExists();
          return register();
        }),
      );
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'CONFLICT') throw error;
      const laterWait = await this.unitOfWork.run(() => this.throttle.settle(throttled, 'failure'));
      throw laterWait > 0 ? new RateLimited(laterWait) : error;
    }
  }

  /** Account, workspace and role, invitation: everyone locks them in this order, so that nobody waits in a circle. */
  private async admit(found: Invitation, guestOf: () => Promise<Guest>): Promise<Acceptance> {
    const parts = await this.places.hold(found);
    const invitation = await this.invitations.lockByToken(found.tokenHash);
    // Sent again, or gone with its workspace, since it was found.
    if (invitation === null) throw new InvitationNotFound();
    const place = await this.checkInvitation.execute(invitation, parts);
    const guest = await guestOf();
    await this.places.admit(guest.id, invitation);
    await this.invitations.save(invitation.accept(guest.id, this.clock.now()));
    await this.auditTrail.record({
      action: 'invitation.accepted',
      outcome: 'success',
      actorUserId: guest.id,
      organizationId: invitation.organizationId,
      target: { type: 'invitation', id: invitation.id },
      detail: { workspace_id: invitation.workspaceId, role: place.role.name },
    });
    return { place, guest };
  }
}
