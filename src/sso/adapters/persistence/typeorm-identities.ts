import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { ConcurrentChange } from '../../../shared/domain-error.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { nameKeyOf } from '../../../shared/email-key.js';
import { Identities, type Identity, type IdentityRow, type MovableIdentity, type NewIdentity } from '../../application/ports/identities.js';
import { IDENTITY_COLUMNS } from './identity-columns.js';
import { identitySchema } from './schemas.js';

/**
 * Where a wave moves the person of identity `i`, as long as the new connection is the one that the wave was started
 * for: who may change connections must not get at people by changing it afterwards.
 */
const MOVES_TO = `(SELECT w.to_connection_id FROM sso_move_members x
    JOIN sso_moves w ON w.organization_id = x.organization_id AND w.number = x.move_number
    JOIN sso_connections t ON t.id = w.to_connection_id AND t.status = 'active' AND t.configuration_version = w.to_configuration_version
   WHERE x.identity_id = i.id) AS "movesTo"`;

/** Raw: joined with tables that have no relation in TypeORM. */
const ROWS = `SELECT ${IDENTITY_COLUMNS}, c.name AS "connectionName", u.username, u.display_name AS "displayName", i.email, i.linked_by AS "linkedBy",
    i.linked_at AS "linkedAt", i.last_login_at AS "lastLoginAt", i.login_count AS "loginCount",
    i.issuer = c.issuer AS "isCurrent", c.status = 'active' AS "isOpen", ${MOVES_TO}
  FROM sso_identities i
  JOIN sso_connections c ON c.id = i.connection_id
  JOIN users u ON u.id = i.user_id`;

/** Raw, because it is hot: logins by single sign-on ask this and the two below. */
const FIND_BY_SUBJECT: PreparedStatement = {
  name: 'sso_identities_find_by_subject',
  text: `SELECT ${IDENTITY_COLUMNS}, ${MOVES_TO} FROM sso_identities i WHERE i.connection_id = $1 AND i.issuer = $2 AND i.subject = $3`,
};

/** Raw: hot. */
const FIND: PreparedStatement = {
  name: 'sso_identities_find',
  text: `SELECT ${IDENTITY_COLUMNS} FROM sso_identities i WHERE i.id = $1`,
};

/** Raw: hot. */
const RECORD_LOGIN: PreparedStatement = {
  name: 'sso_identities_record_login',
  text: `UPDATE sso_identities SET last_login_at = $2, login_count = login_count + 1, email = coalesce($3, email),
                email_key = coalesce($4, email_key) WHERE id = $1`,
};

const OWN = ofCaller({ organization: 'identity.organizationId', user: ':userId', isAdmin: ':isSystemAdmin' });

@Injectable()
export class TypeOrmIdentities extends Identities {
  private readonly identities;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.identities = session.repository(identitySchema);
  }

  async findBySubject(key: { connectionId: number; issuer: string; subject: string }): Promise<MovableIdentity | null> {
    const [row] = await this.session.query<MovableIdentity & object>(FIND_BY_SUBJECT, [key.connectionId, key.issuer, key.subject]);
    return row ?? null;
  }

  async find(id: number): Promise<Identity | null> {
    return (await this.session.query<Identity & object>(FIND, [id]))[0] ?? null;
  }

  findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Identity | null> {
    return this.identities.createQueryBuilder('identity').where({ id }).andWhere(OWN, { userId, isSystemAdmin }).getOne();
  }

  async unlinkedAmong(organizationId: number, userIds: readonly number[]): Promise<readonly string[]> {
    // Raw: over three tables, for any number of people.
    const rows = await this.session.query<{ key: string }>(
      `SELECT u.email_key AS key FROM users u
        WHERE u.id = ANY ($2::int[])
          AND NOT EXISTS (SELECT 1 FROM sso_identities i JOIN sso_connections c ON c.id = i.connection_id
                           WHERE i.organization_id = $1 AND i.user_id = u.id AND c.status = 'active' AND c.issuer = i.issuer)`,
      [organizationId, userIds],
    );
    return rows.map(({ key }) => key);
  }

  ofUser(userId: number): Promise<readonly IdentityRow[]> {
    return this.session.query<IdentityRow & object>(`${ROWS} WHERE i.user_id = $1 ORDER BY i.id`, [userId]);
  }

  async organizationLettingIn(userId: number): Promise<number | null> {
    // Raw: over three tables.
    const [row] = await this.session.query<{ id: number }>(
      `SELECT i.organization_id AS id FROM sso_identities i
         JOIN sso_connections c ON c.id = i.connection_id AND c.status = 'active' AND c.issuer = i.issuer
         JOIN organization_members m ON m.organization_id = i.organization_id AND m.user_id = i.user_id
        WHERE i.user_id = $1 ORDER BY 1 LIMIT 1`,
      [userId],
    );
    return row?.id ?? null;
  }

  async pageOfUser(userId: number, request: PageRequest): Promise<Page<IdentityRow>> {
    const items = await this.session.query<IdentityRow & object>(`${ROWS} WHERE i.user_id = $1 ORDER BY i.id LIMIT $2 OFFSET $3`, [
      userId,
      request.limit,
      offsetOf(request),
    ]);
    return { items, total: await this.identities.countBy({ userId }) };
  }

  async link(identity: NewIdentity): Promise<number> {
    const { organizationId, connectionId, userId, issuer, subject, email, linkedBy, linkedAt } = identity;
    const added = { organizationId, connectionId, userId, issuer, subject, email, linkedBy, linkedAt };
    await this.identities.delete({ connectionId, userId, issuer: Not(issuer) });
    try {
      return await insertedId(this.identities, { ...added, emailKey: email && nameKeyOf(email) });
    } catch (error) {
      if (isUniqueViolation(error)) throw new ConcurrentChange();
      throw error;
    }
  }

  async recordLogin(id: number, email: string | null, at: Date): Promise<void> {
    await this.session.execute(RECORD_LOGIN, [id, at, email, email && nameKeyOf(email)]);
  }

  async pageOf(organizationId: number, connectionId: number, request: PageRequest): Promise<Page<IdentityRow>> {
    const items = await this.session.query<IdentityRow & object>(
      `${ROWS} WHERE i.organization_id = $1 AND i.connection_id = $2 ORDER BY i.id DESC LIMIT $3 OFFSET $4`,
      [organizationId, connectionId, request.limit, offsetOf(request)],
    );
    return { items, total: await this.identities.countBy({ organizationId, connectionId }) };
  }

  async remove(organizationId: number, id: number): Promise<boolean> {
    const { affected } = await this.identities.delete({ organizationId, id });
    return affected === 1;
  }
}
