import { InvitationAlreadyAccepted, InvitationDeclined, InvitationExpired, InvitationRevoked } from './invitation.errors.js';
import { type PermissionGrant, covers, mayGive } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';

/** Whether an inviter, with what they hold by now, could still send the invitation. */
export function couldStillInvite(held: Held, offered: readonly PermissionGrant[]): boolean {
  return (held.isSystemAdmin || covers(held.permissions, ['member.invite'])) && mayGive(held, offered);
}

const VALID_MS = 7 * 86_400_000;

export const INVITATION_STATUSES = ['pending', 'accepted', 'expired', 'revoked', 'declined'] as const;

export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

interface InvitationState {
  readonly id: number;
  readonly organizationId: number;
  readonly workspaceId: number;
  readonly roleId: number;
  /** As it was when the invitation was made: the role may be gone before the invitation is forgotten. */
  readonly roleName: string;
  readonly email: string;
  readonly emailKey: string;
  readonly tokenHash: Uint8Array;
  /** `expired` only when another invitation replaced this one; otherwise time alone decides. */
  readonly status: Exclude<InvitationStatus, 'declined'>;
  /** Whether the invited person revoked it: instances of earlier versions know only the four statuses. */
  readonly isDeclined: boolean;
  /** The person who vouches for it: its last sender. `null` when that account is gone, or there was none. */
  readonly invitedBy: number | null;
  /** The organization's directory vouches for it, and not a person. */
  readonly isProvisioned: boolean;
  /** What an owner let a system administrator offer, whatever the role allows later; `null`: nobody was asked. */
  readonly approvedPermissions: readonly PermissionGrant[] | null;
  /** That owner; `null` also when their account is gone. */
  readonly approvedBy: number | null;
  readonly acceptedBy: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** When it was accepted or revoked. */
  readonly closedAt: Date | null;
}

export type Approval = Pick<InvitationState, 'approvedPermissions' | 'approvedBy'>;

/** Nobody was asked. */
export const NOT_APPROVED: Approval = { approvedPermissions: null, approvedBy: null };

/**
 * An offer to the holder of an address to join a workspace with a role. Immutable: each transition returns a new value.
 */
export class Invitation implements InvitationState {
  declare readonly id: number;
  declare readonly organizationId: number;
  declare readonly workspaceId: number;
  declare readonly roleId: number;
  declare readonly roleName: string;
  declare readonly email: string;
  declare readonly emailKey: string;
  declare readonly tokenHash: Uint8Array;
  declare readonly status: InvitationState['status'];
  declare readonly isDeclined: boolean;
  declare readonly invitedBy: number | null;
  declare readonly isProvisioned: boolean;
  declare readonly approvedPermissions: readonly PermissionGrant[] | null;
  declare readonly approvedBy: number | null;
  declare readonly acceptedBy: number | null;
  declare readonly createdAt: Date;
  declare readonly expiresAt: Date;
  declare readonly closedAt: Date | null;

  private constructor(state: InvitationState) {
    Object.assign(this, state);
  }

  static issue(
    /** `invitedBy` is `null` for one that the organization's directory sends. */
    input: Omit<InvitationState, 'status' | 'isDeclined' | 'isProvisioned' | 'acceptedBy' | 'createdAt' | 'expiresAt' | 'closedAt'>,
    at: Date,
  ): Invitation {
    const open = { status: 'pending', isDeclined: false, acceptedBy: null, closedAt: null } as const;
    return new Invitation({
      ...input,
      ...open,
      isProvisioned: input.invitedBy === null,
      createdAt: at,
      expiresAt: expiryOf(at),
    });
  }

  static of(state: InvitationState): Invitation {
    return new Invitation(state);
  }

  statusAt(at: Date): InvitationStatus {
    if (this.isDeclined) return 'declined';
    return this.status === 'pending' && at >= this.expiresAt ? 'expired' : this.status;
  }

  /** @throws InvitationAlreadyAccepted, InvitationExpired */
  assertOpen(at: Date): void {
    const status = this.statusAt(at);
    if (status === 'accepted') throw new InvitationAlreadyAccepted();
    if (status !== 'pending') throw new InvitationExpired(status);
  }

  /** @throws as `assertOpen` */
  accept(userId: number, at: Date): Invitation {
    this.assertOpen(at);
    return new Invitation({ ...this, status: 'accepted', acceptedBy: userId, closedAt: at });
  }

  /** @throws InvitationAlreadyAccepted, InvitationDeclined, InvitationRevoked */
  assertCanBeResent(): void {
    if (this.status === 'accepted') throw new InvitationAlreadyAccepted();
    if (this.status === 'revoked') throw this.isDeclined ? new InvitationDeclined() : new InvitationRevoked();
  }

  /**
   * A new token, role and term, for which the present sender vouches: the only way back for one that has expired.
   * @throws as `assertCanBeResent`
   */
  resend(renewal: Approval & Pick<InvitationState, 'tokenHash' | 'invitedBy' | 'roleId' | 'roleName'>, at: Date): Invitation {
    this.assertCanBeResent();
    return new Invitation({ ...this, ...renewal, status: 'pending', isProvisioned: false, expiresAt: expiryOf(at) });
  }

  /** By the invited person. @throws as `assertOpen` */
  decline(at: Date): Invitation {
    this.assertOpen(at);
    return new Invitation({ ...this, status: 'revoked', isDeclined: true, closedAt: at });
  }

  /** Doing it again changes nothing. @throws InvitationAlreadyAccepted */
  revoke(at: Date): Invitation {
    if (this.status === 'accepted') throw new InvitationAlreadyAccepted();
    if (this.status === 'revoked') return this;
    return new Invitation({ ...this, status: 'revoked', closedAt: at });
  }
}

function expiryOf(at: Date): Date {
  return new Date(at.getTime() + VALID_MS);
}
