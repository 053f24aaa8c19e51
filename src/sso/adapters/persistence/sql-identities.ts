import { Injectable } from '@nestjs/common';
import { ConcurrentChange } from '../../../shared/domain-error.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { nameKeyOf } from '../../../shared/email-key.js';
import { Identities, type Identity, type IdentityRow, type NewIdentity } from '../../application/ports/identities.js';

const COLUMNS = `i.id, i.organization_id AS "organizationId", i.connection_id AS "connectionId", i.user_id AS "userId",
  i.issuer, i.subject`;

const ROWS = `SELECT ${COLUMNS}, c.name AS "connectionName", u.username, i.email, i.linked_by AS "linkedBy",
    i.linked_at AS "linkedAt", i.last_login_at AS "lastLoginAt", i.login_count AS "loginCount",
    i.issuer = c.issuer AS "isCurrent"
  FROM sso_identities i
  JOIN sso_connections c ON c.id = i.connection_id
  JOIN users u ON u.id = i.user_id`;

const FIND_BY_SUBJECT: PreparedStatement = {
  name: 'sso_identities_find_by_subject',
  text: `SELECT ${COLUMNS} FROM sso_identities i WHERE i.connection_id = $1 AND i.issuer = $2 AND i.subject = $3`,
};

const OWN = ofCaller({ organization: 'i.organization_id', user: '$2', isAdmin: '$3' });

@Injectable()
export class SqlIdentities extends Identities {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async findBySubject(key: { connectionId: number; issuer: string; subject: string }): Promise<Identity | null> {
    const [row] = await this.session.query<Identity & object>(FIND_BY_SUBJECT, [
      key.connectionId,
      key.issuer,
      key.subject,
    ]);
    return row ?? null;
  }

  async find(id: number): Promise<Identity | null> {
    const [row] = await this.session.query<Identity & object>(
      `SELECT ${COLUMNS} FROM sso_identities i WHERE i.id = $1`,
      [id],
    );
    return row ?? null;
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Identity | null> {
    const [row] = await this.session.query<Identity & object>(
      `SELECT ${COLUMNS} FROM sso_identities i WHERE i.id = $1 AND ${OWN}`,
      [id, userId, isSystemAdmin],
    );
    return row ?? null;
  }

  ofUser(userId: number): Promise<readonly IdentityRow[]> {
    return this.session.query<IdentityRow & object>(`${ROWS} WHERE i.user_id = $1 ORDER BY i.id`, [userId]);
  }

  async pageOfUser(userId: number, request: PageRequest): Promise<Page<IdentityRow>> {
    const items = await this.session.query<IdentityRow & object>(
      `${ROWS} WHERE i.user_id = $1 ORDER BY i.id LIMIT $2 OFFSET $3`,
      [userId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_identities WHERE user_id = $1',
      [userId],
    );
    return { items, total: counted?.total ?? 0 };
  }

  async link(identity: NewIdentity): Promise<number> {
    const { organizationId, connectionId, userId, issuer, subject, email, linkedBy, linkedAt } = identity;
    await this.session.execute(
      'DELETE FROM sso_identities WHERE connection_id = $1 AND user_id = $2 AND issuer <> $3',
      [connectionId, userId, issuer],
    );
    try {
      const [row] = await this.session.query<{ id: number }>(
        `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, email, email_key, linked_by, linked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
        [organizationId, connectionId, userId, issuer, subject, email, email && nameKeyOf(email), linkedBy, linkedAt],
      );
      if (row === undefined) throw new Error('The identity was not inserted.');
      return row.id;
    } catch (error) {
      if (isUniqueViolation(error)) throw new ConcurrentChange();
      throw error;
    }
  }

  async recordLogin(id: number, email: string | null, at: Date): Promise<void> {
    await this.session.execute(
      `UPDATE sso_identities SET last_login_at = $2, login_count = login_count + 1, email = coalesce($3, email),
              email_key = coalesce($4, email_key) WHERE id = $1`,
      [id, at, email, email && nameKeyOf(email)],
    );
  }

  async pageOf(organizationId: number, connectionId: number, request: PageRequest): Promise<Page<IdentityRow>> {
    const items = await this.session.query<IdentityRow & object>(
      `${ROWS} WHERE i.organization_id = $1 AND i.connection_id = $2 ORDER BY i.id DESC LIMIT $3 OFFSET $4`,
      [organizationId, connectionId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_identities WHERE organization_id = $1 AND connection_id = $2',
      [organizationId, connectionId],
    );
    return { items, total: counted?.total ?? 0 };
  }

  async remove(organizationId: number, id: number): Promise<boolean> {
    return (
      (await this.session.execute('DELETE FROM sso_identities WHERE organization_id = $1 AND id = $2', [
        organizationId,
        id,
      ])) === 1
    );
  }
}
