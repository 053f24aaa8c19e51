import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, Raw } from 'typeorm';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { workspaceInReach } from '../../../platform/database/in-reach.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type RevokedInvitations, type InvitationView, Invitations } from '../../application/ports/invitations.js';
import type { Invitation } from '../../domain/invitation.js';
import { AlreadyInvited } from '../../domain/invitation.errors.js';
import { invitationSchema } from './schemas.js';

/** The value is in the text: the index covers exactly these, and a plan made for all values could not use it. */
const IS_PENDING = Raw((status) => `${status} = 'pending'`);
const LOCKED = { lock: { mode: 'pessimistic_write' } } as const;

/** The same rule as `Invitation.statusAt`; $2 is now. */
const STATUS = `CASE WHEN i.is_declined THEN 'declined' WHEN i.status = 'pending' AND i.expires_at <= $2 THEN 'expired' ELSE i.status END`;

/** Invitations by a directory are shown only to the people whom they invite. */
const BY_HAND = { isProvisioned: false };

/** Raw: joins the names that an invitation shows, and what became of its newest mail. */
const VIEW = `SELECT i.id, i.email, ${STATUS} AS status, i.created_at AS "createdAt", i.expires_at AS "expiresAt",
    CASE WHEN i.status = 'accepted' THEN i.closed_at END AS "acceptedAt",
    json_build_object('id', o.id, 'name', o.name) AS organization,
    json_build_object('id', w.id, 'name', w.name) AS workspace,
    json_build_object('id', i.role_id, 'name', coalesce(r.name, i.role_name)) AS role,
    CASE WHEN u.id IS NOT NULL THEN json_build_object('userId', u.id, 'username', u.username, 'displayName', u.display_name) END AS "invitedBy",
    CASE WHEN m.state IS NOT NULL THEN json_build_object('state', m.state, 'reason', m.reason) END AS mail
  FROM invitations i
  JOIN organizations o ON o.id = i.organization_id
  JOIN workspaces w ON w.id = i.workspace_id
  LEFT JOIN roles r ON r.id = i.role_id
  LEFT JOIN users u ON u.id = i.invited_by
  LEFT JOIN LATERAL (
    SELECT CASE WHEN failed_at IS NOT NULL THEN 'undeliverable' WHEN sent_at IS NOT NULL THEN 'delivered' ELSE 'waiting' END AS state,
           last_error AS reason
      FROM outbox_mails WHERE about = 'invitation:' || i.id ORDER BY id DESC LIMIT 1) m ON true
  WHERE i.organization_id = $1`;

/** Raw, because it is hot: directories ask it whenever they add or remove a person. */
const REVOKE_AT: PreparedStatement = {
  name: 'invitations_revoke_at',
  text: `UPDATE invitations SET status = 'revoked', closed_at = $3
          WHERE organization_id = $1 AND email_key = $2 AND status = 'pending'
      RETURNING id, is_provisioned AS "isProvisioned"`,
};

@Injectable()
export class TypeOrmInvitations extends Invitations {
  private readonly invitations;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.invitations = session.repository(invitationSchema);
  }

  async nextId(): Promise<number> {
    // Raw: TypeORM cannot read sequences.
    const [row] = await this.session.query<{ id: number }>(`SELECT nextval('invitations_id_seq')::int AS id`);
    if (row === undefined) throw new Error('The sequence of invitation ids answered nothing.');
    return row.id;
  }

  async add(invitation: Invitation): Promise<void> {
    await this.written(() => this.invitations.insert({ ...invitation }));
  }

  findByToken(tokenHash: Uint8Array): Promise<Invitation | null> {
    return this.invitations.findOneBy({ tokenHash });
  }

  lockByToken(tokenHash: Uint8Array): Promise<Invitation | null> {
    return this.invitations.findOne({ where: { tokenHash }, ...LOCKED });
  }

  find(organizationId: number, id: number): Promise<Invitation | null> {
    return this.invitations.findOneBy({ organizationId, id, ...BY_HAND });
  }

  lock(organizationId: number, id: number): Promise<Invitation | null> {
    return this.invitations.findOne({ where: { organizationId, id, ...BY_HAND }, ...LOCKED });
  }

  async save(invitation: Invitation): Promise<void> {
    const { id, createdAt: _, ...changed } = invitation;
    const approvedPermissions = invitation.approvedPermissions && [...invitation.approvedPermissions];
    await this.written(() => this.invitations.update({ id }, { ...changed, approvedPermissions }));
  }

  async revokeTo(invited: { organizationId: number; userId: number }, at: Date): Promise<number[]> {
    // Raw: joins the account, and has to return the changed rows.
    const rows = await this.session.query<{ id: number }>(
      `UPDATE invitations i SET status = 'revoked', closed_at = $3 FROM users u
        WHERE u.id = $2 AND i.organization_id = $1 AND i.email_key = u.email_key AND i.status = 'pending' RETURNING i.id`,
      [invited.organizationId, invited.userId, at],
    );
    return rows.map(({ id }) => id);
  }

  revokeAt(organizationId: number, emailKey: string, at: Date): Promise<readonly RevokedInvitations[]> {
    return this.session.query<{ id: number; isProvisioned: boolean }>(REVOKE_AT, [organizationId, emailKey, at]);
  }

  isPending(workspaceId: number, emailKey: string): Promise<boolean> {
    return this.invitations.existsBy({ workspaceId, emailKey, status: IS_PENDING });
  }

  async isAwaited(userId: number, now: Date): Promise<boolean> {
    // Raw: joins the account.
    const rows = await this.session.query(
      `SELECT 1 FROM invitations i JOIN users u ON u.email_key = i.email_key
        WHERE u.id = $1 AND i.status = 'pending' AND i.expires_at > $2 LIMIT 1`,
      [userId, now],
    );
    return rows.length > 0;
  }

  async closeExpired(workspaceId: number, emailKey: string, now: Date): Promise<void> {
    const expired = { workspaceId, emailKey, status: IS_PENDING, expiresAt: LessThanOrEqual(now) };
    await this.invitations.update(expired, { status: 'expired' });
  }

  async view(organizationId: number, id: number, now: Date): Promise<InvitationView | null> {
    const [row] = await this.session.query<InvitationView & object>(`${VIEW} AND i.id = $3`, [organizationId, now, id]);
    return row ?? null;
  }

  /** Raw: the status of an invitation depends on the time. */
  async pageOf(
    organizationId: number,
    { status, now, reach }: Parameters<Invitations['pageOf']>[1],
    request: PageRequest,
  ): Promise<Page<InvitationView>> {
    const values: unknown[] = [organizationId, now, status];
    const inReach = workspaceInReach('w', reach, (value) => `$${values.push(value)}`);
    const found = `FROM invitations i WHERE i.organization_id = $1 AND i.is_provisioned = false AND ($3::text IS NULL OR ${STATUS} = $3)
        AND i.workspace_id IN (SELECT w.id FROM workspaces w WHERE w.organization_id = $1 AND ${inReach})`;
    const [row] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total ${found}`, values);
    const next = values.length + 1;
    const items = await this.session.query<InvitationView & object>(
      `${VIEW} AND i.id IN (SELECT i.id ${found} ORDER BY i.id LIMIT $${next} OFFSET $${next + 1}) ORDER BY i.id`,
      [...values, request.limit, offsetOf(request)],
    );
    return { items, total: row?.total ?? 0 };
  }

  purge(before: Date): Promise<number> {
    // Raw: an index covers the expression.
    return this.session.execute('DELETE FROM invitations WHERE coalesce(closed_at, expires_at) < $1', [before]);
  }

  private async written(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (isUniqueViolation(error, 'invitations_pending_unique')) throw new AlreadyInvited();
      throw error;
    }
  }
}
