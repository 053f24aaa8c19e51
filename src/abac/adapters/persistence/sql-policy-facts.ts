import { Injectable } from '@nestjs/common';
import { inReach, workspaceInReach } from '../../../platform/database/in-reach.js';
import { isTrustedDevice } from '../../../platform/database/trusted-device.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type PermissionGrant, holdsEverything } from '../../../shared/permission.js';
import { Clock } from '../../../shared/ports/clock.js';
import type { Reach, ReachOfWorkspaces } from '../../../shared/reach.js';
import { type Alike, type Facts, type FactsAsked, type Labelled, type People, PolicyFacts } from '../../application/ports/policy-facts.js';
import type { SignInWays } from '../../domain/sign-in-ways.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const DAY_MS = 86_400_000;

/** A system administrator whom an owner has let act; whether that still holds is decided where the act is allowed. */
const ACTS_AS_OWNER = `EXISTS (SELECT FROM access_requests a
  WHERE a.organization_id = o.id AND a.requested_by = u.id AND a.kind = 'act_as_owner' AND a.status = 'approved' AND a.expires_at > $4)`;

const TRUSTED = isTrustedDevice('$4');

/** The workspace that holds the data source. */
const OF_SOURCE = '(SELECT d.workspace_id FROM data_sources d WHERE d.organization_id = o.id AND d.id = $6)';

/** What the role of a member gives them, as a column. */
export const PERMISSIONS = `ARRAY(SELECT unnest(r.permissions) FROM organization_members m JOIN roles r ON r.id = m.role_id
  WHERE m.organization_id = o.id AND m.user_id = u.id) AS permissions`;

/** By SCIM's names, of the user core schema and of the enterprise extension. */
interface DirectoryRow {
  readonly title: unknown;
  readonly userType: unknown;
  readonly enterprise: Readonly<Record<string, unknown>> | null;
}

export interface FactsRow extends Omit<Facts, 'principal'> {
  readonly userId: number;
  readonly roles: string[];
  readonly groups: string[];
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly createdAt: Date;
  readonly directory: DirectoryRow | null;
  readonly own: Readonly<Record<string, readonly string[]>> | null;
}

const MANY = { user: '= ANY ($1)', organization: '= ANY ($2)' };
const ONE = { user: '= $1', organization: '= $2' };

/**
 * Raw: it is asked at each access to an organization with policies, and reads the tables of many contexts at once.
 * @param more columns
 */
export function factsStatement(more = '', of = MANY): string {
  return `SELECT u.id AS "userId", o.id AS "organizationId", u.email_key AS email, u.email_verified_at IS NOT NULL AS "isEmailVerified",
      u.created_at AS "createdAt",
      EXISTS (SELECT FROM sso_break_glass b WHERE b.organization_id = o.id AND b.user_id = u.id) AS "isBreakGlass",
      EXISTS (SELECT FROM devices d
               WHERE d.id = $3 AND d.user_id = u.id AND ${TRUSTED}) AS "isDeviceTrusted",
      ARRAY(SELECT r.name FROM organization_members m JOIN roles r ON r.id = m.role_id
             WHERE m.organization_id = o.id AND m.user_id = u.id AND m.suspended_at IS NULL
             UNION
            SELECT r.name FROM workspace_members w JOIN roles r ON r.id = w.role_id
             WHERE w.organization_id = o.id AND w.workspace_id = coalesce($5, ${OF_SOURCE}) AND w.user_id = u.id
             UNION
            SELECT r.name FROM roles r
             WHERE r.organization_id = o.id AND r.is_built_in AND r.name = 'owner' AND u.is_system_admin AND ${ACTS_AS_OWNER}) AS roles,
      ARRAY(SELECT DISTINCT g.attributes->>'displayName' FROM scim_resources s
              JOIN scim_group_members i ON i.member_id = s.id
              JOIN scim_resources g ON g.id = i.group_id
             WHERE s.organization_id = o.id AND s.user_id = u.id AND g.attributes->>'displayName' IS NOT NULL
             UNION
            SELECT f.name FROM former_groups f WHERE f.organization_id = o.id AND u.id = ANY (f.user_ids)) AS groups,
      (SELECT jsonb_build_object('title', s.attributes->'title', 'userType', s.attributes->'userType',
                                 'enterprise', s.attributes->'${ENTERPRISE}')
         FROM scim_resources s WHERE s.organization_id = o.id AND s.user_id = u.id) AS directory,
      (SELECT a.attributes FROM member_attributes a WHERE a.organization_id = o.id AND a.user_id = u.id) AS own,
      coalesce((SELECT w.labels FROM workspaces w WHERE w.organization_id = o.id AND w.id = $5),
               (SELECT d.labels FROM data_sources d WHERE d.organization_id = o.id AND d.id = $6)) AS labels,
      ${OF_SOURCE} AS "workspaceId"${more}
    FROM users u JOIN organizations o ON o.id ${of.organization} WHERE u.id ${of.user}`;
}

/** PostgreSQL plans it once. With a list of any length it would plan each time, which takes four times as long as the answer. */
const FACTS: PreparedStatement = { name: 'policy_facts', text: factsStatement('', ONE) };
const FACTS_OF_EACH: PreparedStatement = { name: 'policy_facts_of_each', text: factsStatement() };

interface PersonRow extends FactsRow, SignInWays {
  readonly permissions: PermissionGrant[];
}

/** By what they can sign in, beside who they are. A provider that vouches for a second factor leaves no proof of the person's own. */
const PEOPLE = `${factsStatement(`,
    ${PERMISSIONS},
    u.password_hash IS NOT NULL AS "hasPassword",
    ARRAY(SELECT DISTINCT f.type FROM mfa_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS factors,
    EXISTS (SELECT FROM devices d WHERE d.user_id = u.id AND ${TRUSTED}) AS "hasTrustedDevice",
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'vouches', EXISTS (
                SELECT FROM sessions s WHERE s.user_id = u.id AND s.sso_connection_id = c.id AND s.acr = 'aal2' AND s.mfa_at IS NULL)))
                FROM sso_identities i JOIN sso_connections c ON c.id = i.connection_id
               WHERE i.organization_id = o.id AND i.user_id = u.id AND i.last_login_at IS NOT NULL AND c.status = 'active'),
             '[]') AS connections`)} ORDER BY u.id`;

const ALIKE_WORKSPACES = `SELECT w.labels, r.name AS role, NULL::int AS "workspaceId", array_agg(w.id) AS ids FROM workspaces w
    LEFT JOIN workspace_members m ON m.workspace_id = w.id AND m.user_id = $2
    LEFT JOIN roles r ON r.id = m.role_id
   WHERE w.organization_id = $1`;
const ALIKE_SOURCES = `SELECT d.labels, r.name AS role, d.workspace_id AS "workspaceId", array_agg(d.id) AS ids FROM data_sources d
    LEFT JOIN workspace_members m ON m.workspace_id = d.workspace_id AND m.user_id = $2
    LEFT JOIN roles r ON r.id = m.role_id
   WHERE d.organization_id = $1`;

/** Raw: all of it reads the tables of other contexts. */
@Injectable()
export class SqlPolicyFacts extends PolicyFacts {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {
    super();
  }

  async of({ userId, deviceId, organizationIds, workspaceId, dataSourceId }: FactsAsked): Promise<readonly Facts[]> {
    const now = this.clock.now();
    const [first, ...others] = organizationIds;
    const more = [deviceId, now, workspaceId, dataSourceId];
    const rows = await (others.length === 0
      ? this.session.query<FactsRow & object>(FACTS, [userId, first, ...more])
      : this.session.query<FactsRow & object>(FACTS_OF_EACH, [[userId], organizationIds, ...more]));
    return rows.map((row) => factsOf(row, now));
  }

  async people(organizationId: number, among: 'owners' | 'all', most: number): Promise<People> {
    const members = await this.session.query<{ id: number }>(
      `SELECT m.user_id AS id FROM organization_members m JOIN roles r ON r.id = m.role_id JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = $1 AND ($2 OR '*' = ANY (r.permissions)) AND m.suspended_at IS NULL AND u.status = 'active'
        ORDER BY '*' = ANY (r.permissions) DESC, m.user_id LIMIT $3`,
      [organizationId, among === 'all', most],
    );
    const connectionIds = await this.connections(organizationId);
    const now = this.clock.now();
    const ids = members.map(({ id }) => id);
    const rows = await this.session.query<PersonRow>(PEOPLE, [ids, [organizationId], null, now, null, null]);
    const people = rows
      .filter(({ isBreakGlass }) => !isBreakGlass)
      .map((row) => {
        const { permissions, hasPassword, factors, hasTrustedDevice, connections: used } = row;
        const ways = { hasPassword, factors, hasTrustedDevice, connections: used };
        return { principal: factsOf(row, now).principal, isOwner: holdsEverything(permissions), permissions, ways };
      });
    const inOrder = people.sort((one, other) => Number(other.isOwner) - Number(one.isOwner));
    return { people: inOrder, connectionIds };
  }

  async connections(organizationId: number): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `SELECT id FROM sso_connections WHERE organization_id = $1 AND status = 'active' ORDER BY id`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }

  labels(organizationId: number, most: number): Promise<readonly Labelled[]> {
    return this.session.query<Labelled & object>(
      `(SELECT 'Workspace' AS type, min(id) AS id, labels FROM workspaces WHERE organization_id = $1 GROUP BY labels LIMIT $2)
        UNION ALL
       (SELECT 'DataSource', min(id), labels FROM data_sources WHERE organization_id = $1 GROUP BY labels LIMIT $2)`,
      [organizationId, most],
    );
  }

  alike(organizationId: number, userId: number, reach: Reach | ReachOfWorkspaces): Promise<readonly Alike[]> {
    const values: unknown[] = [organizationId, userId];
    const given = (value: unknown): string => `$${values.push(value)}`;
    const text =
      reach.kind === 'workspace'
        ? `${ALIKE_WORKSPACES} AND ${workspaceInReach('w', reach, given)} GROUP BY w.labels, r.name`
        : `${ALIKE_SOURCES} AND ${inReach('d', reach, given)} GROUP BY d.labels, r.name, d.workspace_id`;
    return this.session.query<Alike & object>(text, values);
  }
}

export function factsOf(row: FactsRow, now: Date): Facts {
  const { userId, organizationId, isBreakGlass, isDeviceTrusted, labels, workspaceId, roles, groups, email, isEmailVerified, own } = row;
  const { title, userType, enterprise } = row.directory ?? { title: null, userType: null, enterprise: null };
  const employed = {
    title,
    userType,
    department: enterprise?.['department'],
    division: enterprise?.['division'],
    costCenter: enterprise?.['costCenter'],
    employer: enterprise?.['organization'],
  };
  const attributes = {
    roles,
    groups,
    email,
    emailVerified: isEmailVerified,
    accountAgeDays: Math.max(0, Math.floor((now.getTime() - row.createdAt.getTime()) / DAY_MS)),
    ...texts(employed),
  };
  return { organizationId, isBreakGlass, isDeviceTrusted, labels, workspaceId, principal: { userId, attributes, own: own ?? {} } };
}

/** Without those that the directory did not send. */
function texts<Name extends string>(values: Readonly<Record<Name, unknown>>): Partial<Record<Name, string>> {
  const sent = Object.entries(values).filter(([, value]) => typeof value === 'string' && value !== '');
  return Object.fromEntries(sent) as Partial<Record<Name, string>>;
}
