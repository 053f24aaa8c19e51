import type { InvitationView, Invitations, RevokedInvitations } from '../../src/invitations/application/ports/invitations.js';
import { Invitation } from '../../src/invitations/domain/invitation.js';
import { AlreadyInvited } from '../../src/invitations/domain/invitation.errors.js';
import { Duplicate, type MemoryUnitOfWork, Rows, hex } from './memory.js';
import type { OrganizationRows } from './organizations.js';

export class MemoryInvitations implements Partial<Invitations> {
  private readonly rows: Rows<Invitation>;

  constructor(
    unitOfWork: MemoryUnitOfWork,
    private readonly around: OrganizationRows,
  ) {
    this.rows = new Rows(unitOfWork, {
      name: 'invitations',
      keyOf: ({ id }) => id,
      unique: { pending: (one) => (one.status === 'pending' ? `${one.workspaceId} ${one.emailKey}` : null) },
    });
  }

  nextId(): Promise<number> {
    return Promise.resolve(this.rows.nextId());
  }

  async add(invitation: Invitation): Promise<void> {
    try {
      await this.rows.insert(invitation);
    } catch (error) {
      if (error instanceof Duplicate) throw new AlreadyInvited();
      throw error;
    }
  }

  findByToken(tokenHash: Uint8Array): Promise<Invitation | null> {
    return this.rows.one((one) => hex(one.tokenHash) === hex(tokenHash));
  }

  async lockByToken(tokenHash: Uint8Array): Promise<Invitation | null> {
    return (await this.rows.lock((one) => hex(one.tokenHash) === hex(tokenHash)))[0] ?? null;
  }

  find(organizationId: number, id: number): Promise<Invitation | null> {
    return this.rows.one(isByHand(organizationId, id));
  }

  async lock(organizationId: number, id: number): Promise<Invitation | null> {
    return (await this.rows.lock(isByHand(organizationId, id)))[0] ?? null;
  }

  async save(invitation: Invitation): Promise<void> {
    const isInTheWay = (one: Invitation): boolean =>
      one.id !== invitation.id && isPendingAt(invitation.workspaceId, invitation.emailKey)(one);
    if (invitation.status === 'pending' && (await this.rows.one(isInTheWay)) !== null) throw new AlreadyInvited();
    await this.rows.update(
      ({ id }) => id === invitation.id,
      () => invitation,
    );
  }

  async revokeTo(invited: { organizationId: number; userId: number }, at: Date): Promise<number[]> {
    const user = await this.around.users.find(invited.userId);
    const revoked = user === null ? [] : await this.revokeAt(invited.organizationId, user.emailKey, at);
    return revoked.map(({ id }) => id);
  }

  async revokeAt(organizationId: number, emailKey: string, at: Date): Promise<readonly RevokedInvitations[]> {
    const revoked = await this.rows.update(
      (one) => one.organizationId === organizationId && one.emailKey === emailKey && one.status === 'pending',
      (one) => Invitation.of({ ...one, status: 'revoked', closedAt: at }),
    );
    return revoked.map(({ id, isProvisioned }) => ({ id, isProvisioned }));
  }

  async isPending(workspaceId: number, emailKey: string): Promise<boolean> {
    return (await this.rows.one(isPendingAt(workspaceId, emailKey))) !== null;
  }

  async isAwaited(userId: number, now: Date): Promise<boolean> {
    const user = await this.around.users.find(userId);
    const isOpen = (one: Invitation): boolean => one.emailKey === user?.emailKey && one.statusAt(now) === 'pending';
    return (await this.rows.one(isOpen)) !== null;
  }

  async closeExpired(workspaceId: number, emailKey: string, now: Date): Promise<void> {
    await this.rows.update(
      (one) => isPendingAt(workspaceId, emailKey)(one) && one.expiresAt <= now,
      (one) => Invitation.of({ ...one, status: 'expired' }),
    );
  }

  async view(organizationId: number, id: number, now: Date): Promise<InvitationView | null> {
    const found = await this.rows.one((one) => one.id === id && one.organizationId === organizationId);
    const organization = await this.around.organizations.one((one) => one.id === organizationId);
    const workspace = await this.around.workspaces.one((one) => one.id === found?.workspaceId);
    if (found === null || organization === null || workspace === null) return null;
    const inviter = found.invitedBy === null ? null : await this.around.users.find(found.invitedBy);
    const { email, createdAt, expiresAt, closedAt, roleId, roleName } = found;
    return {
      id,
      email,
      createdAt,
      expiresAt,
      status: found.statusAt(now),
      organization: { id: organization.id, name: organization.name },
      workspace: { id: workspace.id, name: workspace.name },
      role: { id: roleId, name: (await this.around.role(roleId))?.name ?? roleName },
      invitedBy: inviter && { userId: inviter.id, username: inviter.username, displayName: inviter.displayName },
      acceptedAt: found.status === 'accepted' ? closedAt : null,
      mail: null,
    };
  }
}

function isByHand(organizationId: number, id: number): (one: Invitation) => boolean {
  return (one) => one.organizationId === organizationId && one.id === id && !one.isProvisioned;
}

function isPendingAt(workspaceId: number, emailKey: string): (one: Invitation) => boolean {
  return (one) => one.workspaceId === workspaceId && one.emailKey === emailKey && one.status === 'pending';
}
