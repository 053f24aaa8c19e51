import type { MemberReport } from '../../domain/member.js';
import { type WaveSteps, stateOf } from '../../domain/wave-member.js';
import type { WaveStatus } from '../../domain/wave.js';
import { type MemberFacts, reasonsOf } from '../../domain/reasons-of.js';
import { REASON_CODES, type ReasonCode, type RuleCode, ruleOf } from '../../domain/rule.js';
import { DIRECTORY_ADDRESS, IS_OPENED_OTHERWISE, conditionOf } from './classification-statement.js';

export interface MemberRow extends MemberFacts, WaveSteps {
  readonly userId: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly role: string;
  readonly reason: RuleCode;
  readonly holding: readonly ReasonCode[];
  readonly isLockedOut: boolean;
  readonly connectionId: number | null;
  readonly lastLoginAt: Date | null;
  readonly lastLoginAmr: readonly string[] | null;
  readonly sessionsToEnd: number;
  readonly tokensAffected: number;
  readonly waveNumber: number | null;
  readonly waveName: string;
  readonly waveStatus: WaveStatus;
}

/**
 * Members who can be required to use single sign-on: no break-glass accounts, nobody exempt, no system administrators,
 * no suspended members.
 */
const IS_BOUND = 'NOT f.is_break_glass AND NOT f.is_exempt AND NOT f.is_system_admin AND f.suspended_at IS NULL';

/**
 * Everything there is to say about single members; for one page, because it makes lookups for each. Over `judged f`.
 */
export const REPORT = `
  SELECT f.user_id AS "userId", u.username, u.display_name AS "displayName", u.email, u.email_verified_at AS "emailVerifiedAt", r2.name AS role, f.reason,
         f.is_locked_out AS "isLockedOut", f.connection_id AS "connectionId", f.suspended_at AS "suspendedAt", f.status,
         array_remove(ARRAY[${REASON_CODES.map((code) => `CASE WHEN ${conditionOf(code)} THEN '${code}' END`).join(', ')}], NULL) AS holding,
         entry.id AS "directoryId", entry.address AS "directoryAddress", entry."userType", entry.at AS "directoryChangedAt",
         b.designated_at AS "designatedAt", b.drilled_at AS "drilledAt",
         x.reason AS "exemptBecause", x.granted_at AS "exemptAt", x.expires_at AS "exemptUntil", coalesce(links.list, '[]') AS links,
         coalesce(factors.list, '[]') AS factors, last.created_at AS "lastLoginAt", last.amr AS "lastLoginAmr",
         f.last_sso_at AS "lastSsoAt", live.number AS "sessionsToEnd", live.number + trusted.number AS "tokensAffected",
         w.number AS "waveNumber", w.name AS "waveName", w.status AS "waveStatus", enlisted.reminded_at IS NOT NULL AS "isTold",
         f.has_good_link AS "isLinked", f.has_used_link AS "hasComeThrough", q.user_id IS NOT NULL AS "isRequired"
    FROM judged f
    JOIN users u ON u.id = f.user_id
    JOIN organization_members m ON m.organization_id = $1 AND m.user_id = f.user_id
    JOIN roles r2 ON r2.id = m.role_id
    LEFT JOIN sso_break_glass b ON b.organization_id = $1 AND b.user_id = f.user_id
    LEFT JOIN sso_exemptions x ON x.organization_id = $1 AND x.user_id = f.user_id
    LEFT JOIN sso_wave_members enlisted ON enlisted.organization_id = $1 AND enlisted.user_id = f.user_id
    LEFT JOIN sso_waves w ON w.organization_id = $1 AND w.number = enlisted.wave_number AND w.status <> 'rolled_back'
    LEFT JOIN sso_requirements q ON q.organization_id = $1 AND q.user_id = f.user_id AND q.wave_number = w.number
    LEFT JOIN LATERAL (
      SELECT r.id, ${DIRECTORY_ADDRESS} AS address, r.search ->> 'usertype' AS "userType", r.last_modified_at AS at
        FROM scim_resources r WHERE r.organization_id = $1 AND r.user_id = f.user_id AND NOT r.is_inferred) entry ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('connectionId', c.id, 'status', c.status, 'isCurrent', c.issuer = i.issuer,
               'email', i.email, 'linkedAt', i.linked_at, 'logins', i.login_count) ORDER BY c.id) AS list
        FROM sso_identities i JOIN sso_connections c ON c.id = i.connection_id
       WHERE i.organization_id = $1 AND i.user_id = f.user_id) links ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('type', x.type, 'createdAt', x.created_at, 'confirmedAt', x.confirmed_at) ORDER BY x.id) AS list
        FROM mfa_factors x WHERE x.user_id = f.user_id) factors ON true
    LEFT JOIN LATERAL (
      SELECT s.created_at, s.amr FROM sessions s WHERE s.user_id = f.user_id ORDER BY s.created_at DESC LIMIT 1) last ON true
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS number FROM sessions s
       WHERE s.user_id = f.user_id AND s.ended_at IS NULL AND s.expires_at > $2::timestamptz AND ${IS_BOUND}
         AND ${IS_OPENED_OTHERWISE}) live
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS number FROM devices d
       WHERE d.user_id = f.user_id AND d.activated_at IS NOT NULL AND d.status = 'trusted' AND d.trust_epoch = u.trust_epoch
         AND (d.expires_at IS NULL OR d.expires_at > $2::timestamptz) AND ${IS_BOUND}) trusted`;

export function reportOf(row: MemberRow): MemberReport {
  const { userId, username, displayName, email, role, reason, isLockedOut, connectionId } = row;
  const { sessionsToEnd, tokensAffected, waveNumber, waveName, waveStatus } = row;
  const { group, nextAction, actor } = ruleOf(reason);
  const lastLogin = row.lastLoginAt === null ? null : { method: methodOf(row.lastLoginAmr ?? []), at: row.lastLoginAt };
  const judgement = { userId, group, reason, isLockedOut, connectionId };
  const reasons = reasonsOf(row, reason, row.holding);
  const wave =
    waveNumber === null ? null : { number: waveNumber, name: waveName, status: waveStatus, state: stateOf(row, judgement, waveStatus) };
  const said = { username, displayName, email, role, reasons, nextAction, actor, lastLogin };
  return { ...judgement, ...said, sessionsToEnd, tokensAffected, wave };
}

function methodOf(amr: readonly string[]): string {
  if (amr.includes('sso')) return 'sso';
  if (amr.includes('hwk') || amr.includes('otp')) return 'password+mfa';
  return amr.includes('trusted_device') ? 'password+trusted_device' : 'password';
}
