import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type InvitationView, Invitations } from '../../application/ports/invitations.js';
import { Invitation, type InvitationStatus } from '../../domain/invitation.js';
import { AlreadyInvited } from '../../domain/invitation.errors.js';

type State = Parameters<typeof Invitation.of>[0];

const COLUMNS = `id, organization_id AS "organizationId", workspace_id AS "workspaceId", role_id AS "roleId",
  role_name AS "roleName", email, email_key AS "emailKey", token_hash AS "tokenHash", status, invited_by AS "invitedBy",
  is_provisioned AS "isProvisioned", is_approved AS "isApproved",
  accepted_by AS "acceptedBy", created_at AS "createdAt", expires_at AS "expiresAt", closed_at AS "closedAt"`;

/** As `Invitation.statusAt` has it; $2 is now. */
const STATUS = `CASE WHEN i.status = 'pending' AND i.expires_at <= $2 THEN 'expired' ELSE i.status END`;

/** Those of a directory are shown to whom they invite, and to nobody else. */
const BY_HAND = 'is_provisioned = false';

const VIEW = `SELECT i.id, i.email, ${STATUS} AS status, i.created_at AS "createdAt", i.expires_at AS "expiresAt",
    CASE WHEN i.status = 'accepted' THEN i.closed_at END AS "acceptedAt",
    json_build_object('id', o.id, 'name', o.name) AS organization,
    json_build_object('id', w.id, 'name', w.name) AS workspace,
    json_build_object('id', i.role_id, 'name', coalesce(r.name, i.role_name)) AS role,
    CASE WHEN u.id IS NOT NULL THEN json_build_object('userId', u.id, 'username', u.username) END AS "invitedBy"
  FROM invitations i
  JOIN organizations o ON o.id = i.organization_id
  JOIN workspaces w ON w.id = i.workspace_id
  LEFT JOIN roles r ON r.id = i.role_id
  LEFT JOIN users u ON u.id = i.invited_by
  WHERE i.organization_id = $1`;

const REVOKE_AT: PreparedStatement = {
  name: 'invitations_revoke_at',
  text: `UPDATE invitations SET status = 'revoked', closed_at = $3
          WHERE organization_id = $1 AND email_key = $2 AND status = 'pending'
      RETURNING id, is_provisioned AS "isProvisioned"`,
};

@Injectable()
export class SqlInvitations extends Invitations {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async nextId(): Promise<number> {
    const [row] = await this.session.query<{ id: number }>(`SELECT nextval('invitations_id_seq')::int AS id`);
    if (row === undefined) throw new Error('The sequence of invitation ids answered nothing.');
    return row.id;
  }

  async add(invitation: Invitation): Promise<void> {
    const { id, organizationId, workspaceId, roleId, roleName, email, emailKey, createdAt } = invitation;
    const { tokenHash, status, invitedBy, isProvisioned, isApproved, expiresAt } = invitation;
    await this.written(
      `INSERT INTO invitations (id, organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status,
                                invited_by, created_at, expires_at, is_provisioned, is_approved)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        id,
        organizationId,
        workspaceId,
        roleId,
        roleName,
        email,
        emailKey,
        tokenHash,
        status,
        invitedBy,
        createdAt,
        expiresAt,
        isProvisioned,
        isApproved,
      ],
    );
  }

  findByToken(tokenHash: Uint8Array): Promise<Invitation | null> {
    return this.one('token_hash = $1', [tokenHash]);
  }

  lockByToken(tokenHash: Uint8Array): Promise<Invitation | null> {
    return this.one('token_hash = $1 FOR UPDATE', [tokenHash]);
  }

  find(organizationId: number, id: number): Promise<Invitation | null> {
    return this.one(`organization_id = $1 AND id = $2 AND ${BY_HAND}`, [organizationId, id]);
  }

  lock(organizationId: number, id: number): Promise<Invitation | null> {
    return this.one(`organization_id = $1 AND id = $2 AND ${BY_HAND} FOR UPDATE`, [organizationId, id]);
  }

  async save(invitation: Invitation): Promise<void> {
    const { id, tokenHash, status, invitedBy, isProvisioned, isApproved, acceptedBy, expiresAt, closedAt } = invitation;
    await this.written(
      `UPDATE invitations SET token_hash = $2, status = $3, invited_by = $4, accepted_by = $5, expires_at = $6,
                              closed_at = $7, is_provisioned = $8, is_approved = $9 WHERE id = $1`,
      [id, tokenHash, status, invitedBy, acceptedBy, expiresAt, closedAt, isProvisioned, isApproved],
    );
  }

  async revokeTo(invited: { organizationId: number; userId: number }, at: Date): Promise<number[]> {
    const rows = await this.session.query<{ id: number }>(
      `UPDATE invitations i SET status = 'revoked', closed_at = $3 FROM users u
        WHERE u.id = $2 AND i.organization_id = $1 AND i.email_key = u.email_key AND i.status = 'pending' RETURNING i.id`,
      [invited.organizationId, invited.userId, at],
    );
    return rows.map(({ id }) => id);
  }

  revokeAt(organizationId: number, emailKey: string, at: Date): ReturnType<Invitations['revokeAt']> {
    return this.session.query<{ id: number; isProvisioned: boolean }>(REVOKE_AT, [organizationId, emailKey, at]);
  }

  async isPending(workspaceId: number, emailKey: string): Promise<boolean> {
    const rows = await this.session.query(
      `SELECT 1 FROM invitations WHERE workspace_id = $1 AND email_key = $2 AND status = 'pending'`,
      [workspaceId, emailKey],
    );
    return rows.length > 0;
  }

  async isAwaited(userId: number, now: Date): Promise<boolean> {
    const rows = await this.session.query(
      `SELECT 1 FROM invitations i JOIN users u ON u.email_key = i.email_key
        WHERE u.id = $1 AND i.status = 'pending' AND i.expires_at > $2 LIMIT 1`,
      [userId, now],
    );
    return rows.length > 0;
  }

  async closeExpired(workspaceId: number, emailKey: string, now: Date): Promise<void> {
    await this.session.execute(
      `UPDATE invitations SET status = 'expired'
        WHERE workspace_id = $1 AND email_key = $2 AND status = 'pending' AND expires_at <= $3`,
      [workspaceId, emailKey, now],
    );
  }

  async view(organizationId: number, id: number, now: Date): Promise<InvitationView | null> {
    const [row] = await this.session.query<InvitationView & object>(`${VIEW} AND i.id = $3`, [organizationId, now, id]);
    return row ?? null;
  }

  async pageOf(
    organizationId: number,
    { status, now }: { readonly status: InvitationStatus | null; readonly now: Date },
    request: PageRequest,
  ): Promise<Page<InvitationView>> {
    const wanted = `AND i.${BY_HAND} AND ($3::text IS NULL OR ${STATUS} = $3)`;
    const values = [organizationId, now, status];
    const items = await this.session.query<InvitationView & object>(
      `${VIEW} ${wanted} ORDER BY i.id LIMIT $4 OFFSET $5`,
      [...values, request.limit, offsetOf(request)],
    );
    const [row] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM invitations i WHERE i.organization_id = $1 ${wanted}`,
      values,
    );
    return { items, total: row?.total ?? 0 };
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM invitations WHERE coalesce(closed_at, expires_at) < $1', [before]);
  }

  private async one(condition: string, values: readonly unknown[]): Promise<Invitation | null> {
    const [row] = await this.session.query<State>(`SELECT ${COLUMNS} FROM invitations WHERE ${condition}`, values);
    return row === undefined ? null : Invitation.of(row);
  }

  private async written(sql: string, values: readonly unknown[]): Promise<void> {
    try {
      await this.session.execute(sql, values);
    } catch (error) {
      if (isUniqueViolation(error, 'invitations_pending_unique')) throw new AlreadyInvited();
      throw error;
    }
  }
}
