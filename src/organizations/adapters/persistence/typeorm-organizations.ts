import { Injectable } from '@nestjs/common';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import type { SessionOfUser } from '../../application/ports/members.js';
import {
  type Access,
  type Affiliation,
  type EnteredWorkspaces,
  type EnteringSession,
  type Membership,
  type NewOrganization,
  type OrganizationLock,
  Organizations,
} from '../../application/ports/organizations.js';
import { Clock } from '../../../shared/ports/clock.js';
import type { Organization } from '../../domain/organization.js';
import { organizationSchema } from './schemas.js';
import { policyEpoch } from '../../../platform/database/policy-epoch.js';
import { CAME_AT, factorOwed } from '../../../platform/database/factor-owed.js';
import { signOnMissing } from '../../../platform/database/sign-on-missing.js';
import { unseen } from '../../../platform/database/unseen.js';

/** Raw, because it is hot: logins and every page about one's own account ask it. */
const affiliations = (more = ''): string => `SELECT o.id AS "organizationId", o.name AS "organizationName", r.name AS "roleName",
                r.permissions, o.device_trust_days AS "deviceTrustDays", m.arrived_at IS NOT NULL AS "hasCome",
                ${policyEpoch('o.id')} AS "policyEpoch"${more}
           FROM organization_members m
           JOIN organizations o ON o.id = m.organization_id
           JOIN roles r ON r.id = m.role_id
          WHERE m.user_id = $1`;

/** Hot: every page about one's own account asks it. */
const AFFILIATIONS: PreparedStatement = {
  name: 'organizations_affiliations',
  text: `${affiliations()} AND m.suspended_at IS NULL`,
};

/** Hot: every login by password asks it. */
const MEMBERSHIPS: PreparedStatement = {
  name: 'organizations_memberships',
  text: affiliations(', m.suspended_at IS NOT NULL AS "isSuspended"'),
};

const OF_MEMBER = { organization: 'm.organization_id', user: 'm.user_id', now: '$2::timestamptz', connection: unseen('$3::int') };
const OWES_FACTOR = factorOwed({ ...OF_MEMBER, joined: CAME_AT, proved: unseen('$4::boolean'), device: unseen('$5::int') });
/** System administrators stand above required single sign-on, as in `RoleAccessControl`. */
const IS_ENTERED = `(${unseen('$6::boolean')} OR NOT ${signOnMissing(OF_MEMBER)}) AND NOT ${OWES_FACTOR}`;

/** Raw: one statement over five tables. */
const ACCESS: PreparedStatement = {
  name: 'organizations_access',
  text: `SELECT o.id AS "organizationId", o.name AS "organizationName", r.name AS "roleName", r.permissions,
                ${signOnMissing(OF_MEMBER)} AS "isSignOnMissing", ${OWES_FACTOR} AS "isFactorOwed",
                coalesce((SELECT jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'isPublic', w.allow_public_access, 'role', v.name,
                                                              'permissions', v.permissions) ORDER BY w.id)
                            FROM workspace_members p
                            JOIN workspaces w ON w.id = p.workspace_id
                            JOIN roles v ON v.id = p.role_id
                           WHERE p.organization_id = m.organization_id AND p.user_id = m.user_id), '[]') AS workspaces
           FROM organization_members m
           JOIN organizations o ON o.id = m.organization_id
           JOIN roles r ON r.id = m.role_id
          WHERE m.user_id = $1 AND m.suspended_at IS NULL`,
};

const ENTERED: PreparedStatement = {
  name: 'organizations_entered',
  text: `${AFFILIATIONS.text} AND ${IS_ENTERED}`,
};

const WORKSPACES: PreparedStatement = {
  name: 'organizations_workspaces',
  text: `SELECT p.organization_id AS "organizationId", json_build_object('isPublic', false, 'permissions', r.permissions) AS workspace
           FROM workspace_members p JOIN roles r ON r.id = p.role_id
          WHERE p.user_id = $1 AND p.organization_id = ANY ($2::int[]) GROUP BY p.organization_id, r.id
          UNION ALL
         SELECT o.id, json_build_object('isPublic', true, 'permissions', null) FROM unnest($2::int[]) AS o (id)
          WHERE EXISTS (SELECT FROM workspaces w WHERE w.organization_id = o.id AND w.allow_public_access)`,
};
const WORKSPACES_AMONG: PreparedStatement = {
  name: 'organizations_workspaces_among',
  text: `SELECT w.id, r.permissions AS held, json_build_object('isPublic', w.allow_public_access, 'permissions', v.permissions) AS workspace
           FROM workspaces w JOIN organization_members m ON m.organization_id = w.organization_id AND m.user_id = $1 AND m.suspended_at IS NULL
           JOIN roles r ON r.id = m.role_id
           LEFT JOIN workspace_members p ON p.workspace_id = w.id AND p.user_id = m.user_id
           LEFT JOIN roles v ON v.id = p.role_id
          WHERE w.id = ANY ($2::int[])`,
};

const COLUMNS = `o.id, o.name, o.domain, o.plan, o.device_trust_days AS "deviceTrustDays",
  o.directory_passwords AS "directoryPasswords", o.new_data_sources AS "newDataSources",
  o.factor_resets AS "factorResets", o.version, o.created_at AS "createdAt"`;

/** Raw, because it is hot: in the read that is measured, the answer is little more than this. */
const FIND: PreparedStatement = {
  name: 'organizations_find',
  text: `SELECT ${COLUMNS} FROM organizations o WHERE o.id = $1`,
};

const HELD = 'SELECT 1 FROM organizations WHERE id = $1';

/** Raw, because it is hot: most changes by a directory and all logins by single sign-on share it. */
const LOCKS: Readonly<Record<OrganizationLock, PreparedStatement | string>> = {
  shared: { name: 'organizations_hold', text: `${HELD} FOR SHARE` },
  alone: `${HELD} FOR NO KEY UPDATE`,
  exclusive: `${HELD} FOR UPDATE`,
};

@Injectable()
export class TypeOrmOrganizations extends Organizations {
  private readonly organizations;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {
    super();
    this.organizations = session.repository(organizationSchema);
  }

  async add(organization: NewOrganization): Promise<Organization> {
    const { name, domain, plan, createdAt } = organization;
    const id = await insertedId(this.organizations, { name, domain, plan, createdAt, updatedAt: createdAt });
    return {
      id,
      version: 1,
      deviceTrustDays: null,
      directoryPasswords: 'ignore',
      newDataSources: 'open',
      factorResets: 'direct',
      ...organization,
    };
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

  exists(id: number): Promise<boolean> {
    return this.organizations.existsBy({ id });
  }

  /** Raw: also asked outside of a unit of work, where TypeORM refuses to lock. */
  async isUnowned(id: number): Promise<boolean> {
    const text = 'SELECT id FROM organizations WHERE id = $1 AND NOT has_had_owner';
    if ((await this.session.query(text, [id])).length === 0) return false;
    return (await this.session.query(`${text} FOR NO KEY UPDATE`, [id])).length > 0;
  }

  async save(organization: Organization, at: Date): Promise<Organization> {
    const { id, name, domain, deviceTrustDays, directoryPasswords, newDataSources, factorResets } = organization;
    const settings = { deviceTrustDays, directoryPasswords, newDataSources, factorResets };
    const changed = { name, domain, ...settings, updatedAt: at, version: () => 'version + 1' };
    await this.organizations.update({ id }, changed);
    return { ...organization, version: organization.version + 1 };
  }

  async pageOfAll(request: PageRequest): Promise<Page<Organization>> {
    const [items, total] = await this.organizations.findAndCount({
      order: { id: 'ASC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items, total };
  }

  /** Raw: joins what decides whether the session gets in. */
  async pageOfEntered(member: EnteringSession, without: readonly number[], request: PageRequest): Promise<Page<Organization>> {
    const from = `organizations o JOIN organization_members m ON m.organization_id = o.id
      WHERE m.user_id = $1 AND m.suspended_at IS NULL AND ${IS_ENTERED} AND o.id <> ALL ($7::int[])`;
    const values = [...this.entering(member), member.isSystemAdmin, without];
    const items = await this.session.query<Organization & object>(`SELECT ${COLUMNS} FROM ${from} ORDER BY o.id LIMIT $8 OFFSET $9`, [
      ...values,
      request.limit,
      offsetOf(request),
    ]);
    const [counted] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`, values);
    return { items, total: counted?.total ?? 0 };
  }

  async policyEpochsOf(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    // Raw: the table belongs to another context.
    const rows = await this.session.query<{ id: number; epoch: number }>(
      'SELECT organization_id AS id, epoch FROM abac_epochs WHERE organization_id = ANY ($1) AND is_deciding',
      [ids],
    );
    return new Map(rows.map(({ id, epoch }) => [id, epoch]));
  }

  affiliationsOf(userId: number): Promise<Affiliation[]> {
    return this.session.query<Affiliation>(AFFILIATIONS, [userId]);
  }

  membershipsOf(userId: number): Promise<Membership[]> {
    return this.session.query<Membership & object>(MEMBERSHIPS, [userId]);
  }

  enteredBy(session: EnteringSession): Promise<Affiliation[]> {
    return this.session.query<Affiliation>(ENTERED, [...this.entering(session), session.isSystemAdmin]);
  }

  /** Raw: two tables, and each kind of workspace once. */
  workspacesOf(userId: number, organizationIds: readonly number[]): Promise<readonly EnteredWorkspaces[]> {
    return this.session.query<EnteredWorkspaces & object>(WORKSPACES, [userId, organizationIds]);
  }

  /** Raw: as above. */
  workspacesAmong(userId: number, ids: readonly number[]): ReturnType<Organizations['workspacesAmong']> {
    return this.session.query<Awaited<ReturnType<Organizations['workspacesAmong']>>[number] & object>(WORKSPACES_AMONG, [userId, ids]);
  }

  accessOf(session: SessionOfUser): Promise<Access[]> {
    return this.session.query<Access & object>(ACCESS, this.entering(session));
  }

  private entering({ userId, ssoConnectionId, mfaAt, deviceId }: SessionOfUser): unknown[] {
    return [userId, this.clock.now(), ssoConnectionId, mfaAt !== null, deviceId];
  }
}
