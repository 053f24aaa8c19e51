import { type Entrance, RULES, type ReasonCode, type RuleCode, rulesOf } from '../../domain/rule.js';

/** Everybody of the organization, or those of them whose ids are `$3`. */
export type Scope = 'everybody' | 'chosen';

/** When each reason holds, over the columns of `facts`. */
const CONDITIONS: Readonly<Record<ReasonCode, string>> = {
  ACCOUNT_INACTIVE: `f.status <> 'active' OR f.suspended_at IS NOT NULL AND NOT f.is_deprovisioned`,
  SCIM_DEPROVISIONED: 'f.is_deprovisioned',
  SERVICE_ACCOUNT: 'f.is_service',
  BREAK_GLASS_EXEMPT: 'f.is_break_glass',
  SSO_OK: 'f.has_used_link',
  LINK_BROKEN: 'f.has_link AND NOT f.has_good_link',
  IDENTITY_CONFLICT: 'f.is_contested',
  EMAIL_MISMATCH: 'f.is_elsewhere',
  EXTERNAL_DOMAIN: 'f.is_external',
  OTHER_ORG_ENFORCED: 'f.is_bound_elsewhere',
  SYSTEM_ADMINISTRATOR: 'f.is_system_admin',
  READY: 'f.has_factor',
  MFA_PENDING: 'f.has_pending_factor AND NOT f.has_factor',
  MFA_WEAK_ONLY: 'f.has_recovery_codes AND NOT f.has_factor AND NOT f.has_pending_factor',
  MFA_MISSING: 'NOT f.has_factor AND NOT f.has_pending_factor AND NOT f.has_recovery_codes',
  SSO_STALE_90D: `f.has_used_link AND f.last_sso_at < $2::timestamptz - interval '90 days'`,
  ALSO_USES_PASSWORD_30D: 'f.has_used_link AND f.has_recent_local_login',
  LINK_UNUSED: 'f.has_good_link AND NOT f.has_used_link',
  EMAIL_UNVERIFIED: 'f.email_verified_at IS NULL',
  NEVER_LOGGED_IN: 'f.last_sso_at IS NULL AND NOT f.has_session',
};

export function conditionOf(code: ReasonCode): string {
  return `(${CONDITIONS[code]})`;
}

function codesWith(entrance: Entrance): RuleCode[] {
  return RULES.filter((rule) => rule.entrance === entrance).map(({ code }) => code);
}

/** Codes are constants of this program, never something that was sent. */
export function listOf(codes: readonly string[]): string {
  return codes.map((code) => `'${code}'`).join(', ');
}

const ADDRESS_PATHS = [
  '$.emails[*] ? (@.primary == true).value',
  '$.emails[*] ? (@.type == "work").value',
  '$.emails[*].value',
];

/** The address that the directory gives somebody, as the context that provisions reads it. */
export const DIRECTORY_ADDRESS = `coalesce(${ADDRESS_PATHS.map((path) => `jsonb_path_query_first(r.search, '${path}') #>> '{}'`).join(', ')},
  CASE WHEN r.name_key LIKE '%@%' THEN r.name_key END)`;

const NON_HUMAN = `('service', 'service account', 'serviceaccount', 'bot', 'robot', 'application', 'system')`;

/**
 * Relations of which `judged` has one row for each member: `user_id`, the columns that reasons hold over, the primary `reason`,
 * `connection_id`, and `is_locked_out`. Each part stands alone, so that the planner joins large organizations by hashing and looks up
 * single members by index. `$1` is the organization, `$2` the time.
 */
export function judged(scope: Scope): string {
  const among = (column: string): string => (scope === 'chosen' ? `AND ${column} = ANY ($3::integer[])` : '');
  const claimed = (column: string): string =>
    scope === 'chosen' ? `AND ${column} = ANY (ARRAY(SELECT email_key FROM users WHERE id = ANY ($3::integer[])))` : '';
  return `
  connections AS (
    SELECT id, status = 'active' AS is_active, issuer FROM sso_connections WHERE organization_id = $1
  ), links AS (
    SELECT i.user_id, bool_or(c.is_active AND c.issuer = i.issuer) AS is_good,
           bool_or(c.is_active AND c.issuer = i.issuer AND i.last_login_at IS NOT NULL) AS is_used,
           min(c.id) FILTER (WHERE c.is_active AND c.issuer = i.issuer) AS connection_id,
           max(i.last_login_at) AS last_login_at
      FROM sso_identities i JOIN connections c ON c.id = i.connection_id
     WHERE i.organization_id = $1 ${among('i.user_id')} GROUP BY i.user_id
  ), factors AS (
    SELECT x.user_id, bool_or(x.confirmed_at IS NOT NULL) AS is_confirmed
      FROM organization_members m JOIN mfa_factors x ON x.user_id = m.user_id
     WHERE m.organization_id = $1 ${among('m.user_id')} GROUP BY x.user_id
  ), directory AS (
    -- Only what the directory says that matters here, which is little of it.
    SELECT * FROM (
      SELECT r.user_id, r.search @> '{"active": false}' AS is_gone, r.search ->> 'usertype' IN ${NON_HUMAN} AS is_service,
             ${DIRECTORY_ADDRESS} <> u.email_key AS is_elsewhere
        FROM scim_resources r JOIN users u ON u.id = r.user_id
       WHERE r.organization_id = $1 AND r.type = 'User' AND NOT r.is_inferred ${among('r.user_id')}
    ) entry WHERE is_gone OR is_service OR is_elsewhere
  ), claims AS (
    SELECT r.user_id, r.name_key COLLATE "default" AS address FROM scim_resources r
     WHERE r.organization_id = $1 AND r.type = 'User' AND r.user_id IS NOT NULL AND NOT r.is_inferred ${claimed('r.name_key')}
    UNION ALL
    SELECT i.user_id, lower(i.email) FROM sso_identities i WHERE i.organization_id = $1 ${claimed('lower(i.email)')}
  ), contested AS (
    -- Somebody else goes by his address at the provider or in the directory ...
    SELECT u.id AS user_id FROM claims c JOIN users own ON own.id = c.user_id AND own.email_key <> c.address
      JOIN users u ON u.email_key = c.address
    UNION
    -- ... or is the same person there, at another connection.
    SELECT i.user_id FROM connections c
      JOIN sso_identities i ON i.organization_id = $1 AND i.connection_id <> c.id ${among('i.user_id')}
      JOIN sso_identities o ON o.connection_id = c.id AND o.issuer = i.issuer AND o.subject = i.subject AND o.user_id <> i.user_id
     WHERE (SELECT count(*) FROM connections) > 1
  ), renamed AS (
    SELECT i.user_id FROM sso_identities i JOIN connections c ON c.id = i.connection_id AND c.is_active AND c.issuer = i.issuer
      JOIN users u ON u.id = i.user_id AND u.email_key <> lower(i.email)
     WHERE i.organization_id = $1 ${among('i.user_id')}
    UNION
    SELECT d.user_id FROM directory d WHERE d.is_elsewhere
  ), bound AS (
    SELECT other.user_id
      FROM sso_requirements q JOIN organization_members other ON other.organization_id = q.organization_id
     WHERE q.organization_id <> $1 AND q.user_id IS NULL AND ${bindsNow()} ${among('other.user_id')}
    UNION
    SELECT other.user_id
      FROM sso_requirements q JOIN organization_members other USING (organization_id, user_id)
     WHERE q.organization_id <> $1 AND ${bindsNow()} ${among('other.user_id')}
  ), facts AS (
    SELECT m.user_id, m.suspended_at, u.status, u.is_system_admin, u.email_verified_at,
           coalesce(d.is_gone, false) AS is_deprovisioned, coalesce(d.is_service, false) AS is_service,
           b.user_id IS NOT NULL AS is_break_glass, l.user_id IS NOT NULL AS has_link,
           coalesce(l.is_good, false) AS has_good_link, coalesce(l.is_used, false) AS has_used_link,
           l.last_login_at AS last_sso_at, k.user_id IS NOT NULL AS is_contested, n.user_id IS NOT NULL AS is_elsewhere,
           v.domain IS NULL AND EXISTS (SELECT FROM sso_domains WHERE organization_id = $1 AND status = 'verified') AS is_external,
           o.user_id IS NOT NULL AS is_bound_elsewhere, coalesce(x.is_confirmed, false) AS has_factor,
           x.user_id IS NOT NULL AND NOT x.is_confirmed AS has_pending_factor,
           EXISTS (SELECT FROM mfa_recovery_codes y WHERE y.user_id = u.id AND y.used_at IS NULL) AS has_recovery_codes,
           EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id) AS has_session,
           EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id AND s.sso_connection_id IS NULL
                      AND s.created_at > $2::timestamptz - interval '30 days') AS has_recent_local_login,
           coalesce(l.connection_id, CASE
             WHEN v.connection_id IS NOT NULL THEN (SELECT c.id FROM connections c WHERE c.id = v.connection_id AND c.is_active)
             WHEN v.domain IS NOT NULL THEN (SELECT min(c.id) FROM connections c WHERE c.is_active) END) AS connection_id
      FROM organization_members m JOIN users u ON u.id = m.user_id
      LEFT JOIN links l ON l.user_id = m.user_id
      LEFT JOIN factors x ON x.user_id = m.user_id
      LEFT JOIN directory d ON d.user_id = m.user_id
      LEFT JOIN contested k ON k.user_id = m.user_id
      LEFT JOIN renamed n ON n.user_id = m.user_id
      LEFT JOIN bound o ON o.user_id = m.user_id
      LEFT JOIN sso_break_glass b ON b.organization_id = m.organization_id AND b.user_id = m.user_id
      LEFT JOIN sso_domains v ON v.organization_id = m.organization_id AND v.status = 'verified'
                             AND v.domain = split_part(u.email_key, '@', -1)
     WHERE m.organization_id = $1 ${among('m.user_id')}
  ), reasoned AS (
    SELECT f.*, CASE ${RULES.map(({ code }) => `WHEN ${conditionOf(code)} THEN '${code}'`).join('\n      ')} END AS reason
      FROM facts f
  ), judged AS (
    SELECT f.*, f.reason IN (${listOf(codesWith('lost'))})
             OR f.reason IN (${listOf(codesWith('proof'))}) AND f.connection_id IS NULL AS is_locked_out
      FROM reasoned f
  )`;
}

/** Of whom another organization requires single sign-on. */
function bindsNow(): string {
  return `q.logins_from <= $2::timestamptz AND other.suspended_at IS NULL
       AND NOT EXISTS (SELECT FROM sso_break_glass e
                        WHERE e.organization_id = other.organization_id AND e.user_id = other.user_id)`;
}

/** Whom a filter takes, over `judged f`. */
export function filterOf({ group, reason }: { group?: Parameters<typeof rulesOf>[0]; reason?: ReasonCode }): string {
  const conditions = [
    ...(group === undefined ? [] : [`f.reason IN (${listOf(rulesOf(group))})`]),
    ...(reason === undefined ? [] : [conditionOf(reason)]),
  ];
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}
