import { Injectable } from '@nestjs/common';
import { ConfirmAddress } from '../../accounts/application/confirm-address.js';
import { RequireAccount } from '../../accounts/application/require-account.js';
import type { Caller } from '../../shared/caller.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import type { Invitation } from '../domain/invitation.js';
import { NotTheInvited, OneWayToAccept } from '../domain/invitation.errors.js';
import { type Acceptance, AdmitGuest } from './admit-guest.js';
import { AdmitNewcomer, type NewAccount } from './admit-newcomer.js';
import { PresentToken } from './present-token.js';
import { RecordRefusals } from './record-refusals.js';

type Admission = (found: Invitation) => Promise<Acceptance>;

/** Spends an invitation, for a new person or for one who is logged in already. */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly presentToken: PresentToken,
    private readonly admitNewcomer: AdmitNewcomer,
    private readonly requireAccount: RequireAccount,
    private readonly confirmAddress: ConfirmAddress,
    private readonly admitGuest: AdmitGuest,
    private readonly refusals: RecordRefusals,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param input.account for a new person @param input.caller the holder of the account with the invited address
   * @throws ValidationFailed, WeakPassword, Unauthorized, NotTheInvited, InvitationNotFound, AccountExists, NameTaken,
   * MemberAlready, InvitationAlreadyAccepted, InvitationExpired, RateLimited
   */
  async execute(input: { token: string; ip: string | null; account: NewAccount | null; caller: Caller | null }): Promise<Acceptance> {
    const { token, ip, account, caller } = input;
    const admission = this.admissionOf(account, caller);
    const action = 'invitation.accepted';
    const actorUserId = caller?.userId ?? null;
    const found = await this.presentToken.execute({ token, ip, action, actorUserId });
    const { id, organizationId } = found;
    const target = { type: 'invitation', id };
    // A failure is an event from before the person came.
    const attempt = { action, actorUserId, target, ...placeOfEvent(organizationId, !found.isProvisioned, undefined) };
    return this.refusals.execute(attempt, () => admission(found));
  }

  private admissionOf(account: NewAccount | null, caller: Caller | null): Admission {
    if (caller !== null && account === null) return (found) => this.admitCaller(found, caller);
    if (caller === null && account !== null) return (found) => this.admitNewcomer.execute(found, account);
    throw new OneWayToAccept(caller !== null);
  }

  private admitCaller(found: Invitation, caller: Caller): Promise<Acceptance> {
    return this.unitOfWork.run(async () => {
      const guest = await this.requireAccount.lock(caller.userId);
      if (guest.emailKey !== found.emailKey) throw new NotTheInvited();
      return this.admitGuest.execute(found, async () => {
        // The caller has the token that was mailed to the address: if a directory created the account, they are its
        // owner from now on.
        await this.confirmAddress.execute(caller);
        return guest;
      });
    });
  }
}
