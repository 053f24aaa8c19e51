import { Injectable } from '@nestjs/common';
import { CountReadyBreakGlass } from '../../../sso-enforcement/application/count-ready-break-glass.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { OrganizationStates } from '../../application/ports/organization-states.js';
import type { OrganizationState } from '../../domain/org-blocker.js';

type Counted = Omit<OrganizationState, 'readyBreakGlassAccounts'>;

/** Raw: one statement over tables of several contexts. */
@Injectable()
export class SqlOrganizationStates extends OrganizationStates {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly countReadyBreakGlass: CountReadyBreakGlass,
  ) {
    super();
  }

  async find(organizationId: number, now: Date): Promise<OrganizationState | null> {
    const [row] = await this.session.query<Counted & Record<string, unknown>>(
      `WITH connections AS (SELECT * FROM sso_connections WHERE organization_id = $1),
            domains AS (SELECT * FROM sso_domains WHERE organization_id = $1),
            -- By their role and before all else: they are few, which the planner does not know.
            owners AS MATERIALIZED (
              SELECT m.user_id FROM organization_members m JOIN users u ON u.id = m.user_id
               WHERE m.organization_id = $1 AND m.suspended_at IS NULL AND u.status = 'active'
                 AND m.role_id = (SELECT id FROM roles WHERE organization_id = $1 AND name = 'owner' AND is_built_in)),
            exempt AS (SELECT * FROM sso_break_glass WHERE organization_id = $1)
       SELECT (SELECT count(*)::int FROM connections) AS connections,
              (SELECT count(*)::int FROM connections WHERE status = 'active') AS "activeConnections",
              (SELECT max(tested_at) FROM connections WHERE tested_version = configuration_version
                  AND (status = 'active' OR NOT EXISTS (SELECT FROM connections WHERE status = 'active'))) AS "testedAt",
              (SELECT count(*)::int FROM domains WHERE status = 'verified') AS "verifiedDomains",
              ARRAY(SELECT domain FROM domains WHERE status = 'drifted' ORDER BY domain) AS "driftedDomains",
              (SELECT count(*)::int FROM exempt) AS "breakGlassAccounts",
              (SELECT count(*)::int FROM owners WHERE EXISTS (
                 SELECT FROM sso_identities i JOIN connections c ON c.id = i.connection_id AND c.issuer = i.issuer
                  WHERE i.organization_id = $1 AND i.user_id = owners.user_id AND c.status = 'active'
                    AND i.last_login_at IS NOT NULL)) AS "ownersUsingSso",
              (SELECT count(*)::int FROM invitations
                WHERE organization_id = $1 AND status = 'pending' AND expires_at > $2::timestamptz)
              + (SELECT count(*)::int FROM organization_members
                  WHERE organization_id = $1 AND arrived_at IS NULL AND suspended_at IS NULL) AS "pendingInvitations",
              coalesce((SELECT jsonb_agg(jsonb_build_object('username', w.attributes ->> 'userName',
                                                            'holder', h.attributes ->> 'userName') ORDER BY w.number)
                          FROM scim_resources w
                          JOIN scim_resources h ON h.organization_id = $1 AND h.user_id = w.waits_for_user
                         WHERE w.organization_id = $1 AND w.waits_for_user IS NOT NULL), '[]') AS waiting
         FROM organizations o WHERE o.id = $1`,
      [organizationId, now],
    );
    if (row === undefined) return null;
    return { ...row, readyBreakGlassAccounts: await this.countReadyBreakGlass.execute(organizationId) };
  }
}
