import { Injectable } from '@nestjs/common';
import type { PreparedStatement } from '../../../platform/database/typeorm-session.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import type { SessionOfUser } from '../../application/ports/members.js';
import {
  type Affiliation,
  type NewOrganization,
  type OrganizationLock,
  Organizations,
} from '../../application/ports/organizations.js';
import { factorOwed, signOnMissing } from './sign-on-missing.js';
import { Clock } from '../../../shared/ports/clock.js';
import type { Organization } from '../../domain/organization.js';

const AFFILIATIONS: PreparedStatement = {
  name: 'organizations_affiliations',
  text: `SELECT o.id AS "organizationId", o.name AS "organizationName", r.name AS "roleName", r.permissions,
                o.device_trust_days AS "deviceTrustDays", m.arrived_at IS NOT NULL AS "hasCome"
           FROM organization_members m
           JOIN organizations o ON o.id = m.organization_id
           JOIN roles r ON r.id = m.role_id
          WHERE m.user_id = $1 AND m.suspended_at IS NULL`,
};

const OF_MEMBER = { organization: 'm.organization_id', user: 'm.user_id', connection: '$3::int' };
const IS_ENTERED = `NOT ${signOnMissing({ ...OF_MEMBER, now: '$2::timestamptz' })}
            AND NOT ${factorOwed({ ...OF_MEMBER, proved: '$4::boolean' })}`;

const ENTERED: PreparedStatement = {
  name: 'organizations_entered',
  text: `${AFFILIATIONS.text} AND ${IS_ENTERED}`,
};

const COLUMNS = `o.id, o.name, o.domain, o.plan, o.device_trust_days AS "deviceTrustDays",
  o.directory_passwords AS "directoryPasswords", o.version, o.created_at AS "createdAt"`;

const FIND: PreparedStatement = {
  name: 'organizations_find',
  text: `SELECT ${COLUMNS} FROM organizations o WHERE o.id = $1`,
};

const HELD = 'SELECT 1 FROM organizations WHERE id = $1';

/** Most changes by a directory and all logins by single sign-on share it. */
const LOCKS: Readonly<Record<OrganizationLock, PreparedStatement | string>> = {
  shared: { name: 'organizations_hold', text: `${HELD} FOR SHARE` },
  alone: `${HELD} FOR NO KEY UPDATE`,
  exclusive: `${HELD} FOR UPDATE`,
};

@Injectable()
export class SqlOrganizations extends Organizations {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(organization: NewOrganization): Promise<Organization> {
    const { name, domain, plan, createdAt } = organization;
    const [row] = await this.session.query<{ id: number }>(
      'INSERT INTO organizations (name, domain, plan, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING id',
      [name, domain, plan, createdAt],
    );
    if (row === undefined) throw new Error('The organization was not inserted.');
    return { id: row.id, version: 1, deviceTrustDays: null, directoryPasswords: 'ignore', ...organization };
  }

  async find(id: number): Promise<Organization | null> {
    return (await this.session.query<Organization & object>(FIND, [id]))[0] ?? null;
  }

  async lock(id: number): Promise<Organization | null> {
    return (await this.session.query<Organization & object>(`${FIND.text} FOR UPDATE`, [id]))[0] ?? null;
  }

  async lockRow(id: number, mode: OrganizationLock): Promise<boolean> {
    return (await this.session.query(LOCKS[mode], [id])).length > 0;
  }

  async isUnowned(id: number): Promise<boolean> {
    const text = 'SELECT id FROM organizations WHERE id = $1 AND NOT has_had_owner';
    if ((await this.session.query(text, [id])).length === 0) return false;
    return (await this.session.query(`${text} FOR NO KEY UPDATE`, [id])).length > 0;
  }

  async save(organization: Organization, at: Date): Promise<Organization> {
    const { id, name, domain, deviceTrustDays, directoryPasswords } = organization;
    await this.session.execute(
      `UPDATE organizations SET name = $2, domain = $3, device_trust_days = $4, directory_passwords = $5, updated_at = $6,
              version = version + 1
        WHERE id = $1`,
      [id, name, domain, deviceTrustDays, directoryPasswords, at],
    );
    return { ...organization, version: organization.version + 1 };
  }

  async pageOf(member: Parameters<Organizations['pageOf']>[0], request: PageRequest): Promise<Page<Organization>> {
    const from =
      member === null
        ? 'organizations o'
        : `organizations o JOIN organization_members m ON m.organization_id = o.id
            WHERE m.user_id = $1 AND m.suspended_at IS NULL AND ${IS_ENTERED}`;
    const values = member === null ? [] : this.entering(member);
    const items = await this.session.query<Organization & object>(
      `SELECT ${COLUMNS} FROM ${from} ORDER BY o.id LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`, values);
    return { items, total: counted?.total ?? 0 };
  }

  affiliationsOf(userId: number): Promise<Affiliation[]> {
    return this.session.query<Affiliation>(AFFILIATIONS, [userId]);
  }

  enteredBy(session: SessionOfUser): Promise<Affiliation[]> {
    return this.session.query<Affiliation>(ENTERED, this.entering(session));
  }

  private entering({ userId, ssoConnectionId, mfaAt }: SessionOfUser): unknown[] {
    return [userId, this.clock.now(), ssoConnectionId, mfaAt !== null];
  }
}
