import { AddressDirectories } from '../../src/accounts/application/ports/address-directories.js';
import { AddressDomains, type DomainStanding } from '../../src/accounts/application/ports/address-domains.js';
import { EmergencyAccounts } from '../../src/devices/application/ports/emergency-accounts.js';
import { Provisioning } from '../../src/invitations/application/ports/provisioning.js';
import { EmergencyAccess } from '../../src/mfa/application/ports/emergency-access.js';
import { Standby } from '../../src/organizations/application/ports/standby.js';
import { type JudgeProof, LoginPolicy } from '../../src/sessions/application/ports/login-policy.js';
import { DomainError, OwnerApprovalRequired, SsoRequired } from '../../src/shared/domain-error.js';
import { verbatim } from '../../src/shared/sentence.js';
import type { Caller } from '../../src/shared/caller.js';
import type { Held } from '../../src/shared/ports/access-control.js';
import { type ConsentedAct, OwnerConsent } from '../../src/shared/ports/owner-consent.js';

/** No link to a provider, and every domain stands as it was set. */
export class SetDomains extends AddressDomains {
  standing: DomainStanding = 'not_owned';
  /** Accounts whose links were discarded. */
  readonly unlinked: number[] = [];

  /** The end of addresses that sign in through their organization only. */
  signingOn: string | null = null;
  /** Accounts that an organization lets in through its provider. */
  readonly linked = new Map<number, number>();

  standingOf(): Promise<DomainStanding> {
    return Promise.resolve(this.standing);
  }

  isSignOnRequiredAt(email: string): Promise<boolean> {
    return Promise.resolve(this.signingOn !== null && email.endsWith(this.signingOn));
  }

  signOnOf(userId: number): Promise<number | null> {
    return Promise.resolve(this.linked.get(userId) ?? null);
  }

  discardForeignLinks({ userId }: { userId: number }): Promise<void> {
    return this.discardLinks(userId);
  }

  discardLinks(userId: number): Promise<void> {
    this.unlinked.push(userId);
    return Promise.resolve();
  }
}

/** Directories, and those whose address they were to follow. */
export class SetDirectories extends AddressDirectories {
  readonly managed = new Map<number, number>();
  readonly followed: number[] = [];

  managerOf(userId: number): Promise<number | null> {
    return Promise.resolve(this.managed.get(userId) ?? null);
  }

  follow(userId: number): Promise<void> {
    this.followed.push(userId);
    return Promise.resolve();
  }
}

/** What single sign-on demands of a login, and whom it needs for emergencies. */
export class SetSignOn extends LoginPolicy {
  isRequired = false;
  neededFor: 'nobody' | 'emergencies' = 'nobody';

  readonly emergencyAccess: EmergencyAccess = { retain: () => this.spare() };
  readonly standby: Standby = { spare: () => this.spare() };
  readonly emergencyAccounts: EmergencyAccounts = { isOne: () => Promise.resolve(this.neededFor === 'emergencies') };

  hold(): Promise<JudgeProof> {
    const refusal = this.isRequired ? new SsoRequired(null) : null;
    return Promise.resolve(() => Promise.resolve({ refusal, exemption: null, longestSeconds: null }));
  }

  refusalOf(): Promise<SsoRequired | null> {
    return Promise.resolve(this.isRequired ? new SsoRequired(null) : null);
  }

  private spare(): Promise<void> {
    if (this.neededFor === 'nobody') return Promise.resolve();
    return Promise.reject(new DomainError('conflict', 'BREAK_GLASS_NEEDED', verbatim('Kept for emergencies.')));
  }
}

/** What an owner has approved is good once. */
export class SetConsent extends OwnerConsent {
  /** The kind of act, and the owner who approved it. */
  readonly approved: { readonly kind: ConsentedAct['kind']; readonly by: number }[] = [];
  /** People whose open requests to reset factors have ended. */
  readonly endedResets: number[] = [];

  async settle(caller: Caller, held: Held, organizationId: number, act: ConsentedAct): Promise<void> {
    if (held.isSystemAdmin && !held.isFounding) await this.spend(caller, organizationId, act);
  }

  spend(_caller: Caller, organizationId: number, act: ConsentedAct): Promise<number | null> {
    const index = this.approved.findIndex(({ kind }) => kind === act.kind);
    const [spent] = index < 0 ? [] : this.approved.splice(index, 1);
    if (spent === undefined) return Promise.reject(new OwnerApprovalRequired(organizationId, act.kind));
    return Promise.resolve(spent.by);
  }

  async spendForAccount(caller: Caller, act: Extract<ConsentedAct, { kind: 'reset_factors' }>): Promise<void> {
    for (const organizationId of this.owned(act.userId)) await this.spend(caller, organizationId, act);
  }

  endResets(userId: number): Promise<void> {
    this.endedResets.push(userId);
    return Promise.resolve();
  }

  owned: (userId: number) => readonly number[] = () => [];
}

/** The directory of an organization, and the people whom it brings. */
export class SetDirectory extends Provisioning {
  isAwaiting = false;
  isBringing = false;
  readonly entered: number[] = [];
  readonly left: number[] = [];

  readonly directory = {
    entered: ({ userId }: { userId: number }): Promise<void> => Promise.resolve(void this.entered.push(userId)),
    left: ({ userId }: { userId: number }): Promise<void> => Promise.resolve(void this.left.push(userId)),
  };

  awaits(): Promise<boolean> {
    return Promise.resolve(this.isAwaiting);
  }

  brings(): Promise<boolean> {
    return Promise.resolve(this.isBringing);
  }
}
