import type { Page, PageRequest } from '../../../shared/page.js';
import type { MailFate } from '../../../shared/ports/mailer.js';
import type { ReachOfWorkspaces } from '../../../shared/reach.js';
import type { Invitation, InvitationStatus } from '../../domain/invitation.js';

/** What members may see of an invitation, which does not include its token. */
export interface InvitationView {
  readonly id: number;
  readonly email: string;
  readonly organization: { readonly id: number; readonly name: string };
  readonly workspace: { readonly id: number; readonly name: string };
  readonly role: { readonly id: number; readonly name: string };
  readonly status: InvitationStatus;
  readonly invitedBy: { readonly userId: number; readonly username: string; readonly displayName: string | null } | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  /** Of the newest mail with the link; `null` when it is older than the outbox keeps. */
  readonly mail: MailFate | null;
}

export interface RevokedInvitations {
  readonly id: number;
  readonly isProvisioned: boolean;
}

export abstract class Invitations {
  abstract nextId(): Promise<number>;
  /** @throws AlreadyInvited */
  abstract add(invitation: Invitation): Promise<void>;
  abstract findByToken(tokenHash: Uint8Array): Promise<Invitation | null>;
  /** Locks the row until the unit of work ends. */
  abstract lockByToken(tokenHash: Uint8Array): Promise<Invitation | null>;
  /** Finds one that a person has sent; those of a directory are found by their tokens only. */
  abstract find(organizationId: number, id: number): Promise<Invitation | null>;
  /** As `find`. */
  abstract lock(organizationId: number, id: number): Promise<Invitation | null>;
  /** @throws AlreadyInvited */
  abstract save(invitation: Invitation): Promise<void>;
  /** Revokes the pending ones to the address of this account. @returns their ids */
  abstract revokeTo(invited: { organizationId: number; userId: number }, at: Date): Promise<number[]>;
  /** The same, to an address. */
  abstract revokeAt(organizationId: number, emailKey: string, at: Date): Promise<readonly RevokedInvitations[]>;
  abstract isPending(workspaceId: number, emailKey: string): Promise<boolean>;
  /** Whether any organization has an open invitation to the address of this account. */
  abstract isAwaited(userId: number, now: Date): Promise<boolean>;
  /** Makes room for a new invitation to the same workspace when only an expired one is in its way. */
  abstract closeExpired(workspaceId: number, emailKey: string, now: Date): Promise<void>;
  abstract view(organizationId: number, id: number, now: Date): Promise<InvitationView | null>;
  /** Invitations that people have sent, the oldest first. @param filter `reach`: the workspaces whose invitations are told */
  abstract pageOf(
    organizationId: number,
    filter: { readonly status: InvitationStatus | null; readonly now: Date; readonly reach: ReachOfWorkspaces },
    request: PageRequest,
  ): Promise<Page<InvitationView>>;
  /** @returns how many that ended before then were removed */
  abstract purge(before: Date): Promise<number>;
}
