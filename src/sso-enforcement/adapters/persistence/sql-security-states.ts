import { Injectable } from '@nestjs/common';
import { mayUsePassword } from '../../../platform/database/sign-on-missing.js';
import { hasFactor } from '../../../platform/database/has-factor.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecurityStates, type StateOfMember } from '../../application/ports/security-states.js';

/**
 * Sessions that another organization's provider opened are left out. So are sessions by password from the time when the
 * organization required single sign-on of the member: only those who may use a password got in that way.
 */
const GOT_IN = `(s.sso_connection_id IN (SELECT id FROM sso_connections WHERE organization_id = $1)
    OR s.sso_connection_id IS NULL
       AND (${mayUsePassword({ organization: '$1', user: 's.user_id', now: 's.created_at' })}
            OR NOT EXISTS (SELECT FROM sso_requirements q
                            WHERE q.organization_id = $1 AND (q.user_id IS NULL OR q.user_id = s.user_id)
                              AND q.sessions_from <= s.created_at)))`;

/** Raw: one statement over tables of six contexts, for a page of members. */
@Injectable()
export class SqlSecurityStates extends SecurityStates {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  of(organizationId: number, userIds: readonly number[]): Promise<readonly StateOfMember[]> {
    return this.session.query<StateOfMember & object>(
      `SELECT m.user_id AS "userId", l.created_at AS "lastLoginAt", coalesce(l.is_signed_on, false) AS "isSignedOn",
              ${hasFactor('m.user_id')} AS "hasSecondFactor",
              EXISTS (SELECT FROM sso_domains d
                       WHERE d.organization_id = $1 AND d.status = 'verified'
                         AND d.domain = regexp_replace(u.email_key, '^.*@', '')) AS "isInVerifiedDomain",
              u.provisioned_by IS NOT DISTINCT FROM $1 AS "isProvisionedHere",
              EXISTS (SELECT FROM sso_break_glass b WHERE b.user_id = m.user_id) AS "isForEmergencies"
         FROM organization_members m
         JOIN users u ON u.id = m.user_id
         LEFT JOIN LATERAL (
           SELECT s.created_at, s.sso_connection_id IS NOT NULL AS is_signed_on FROM sessions s
            WHERE s.user_id = m.user_id AND s.created_at >= m.joined_at AND ${GOT_IN}
            ORDER BY s.created_at DESC LIMIT 1) l ON true
        WHERE m.organization_id = $1 AND m.user_id = ANY ($2::int[])`,
      [organizationId, userIds],
    );
  }
}
