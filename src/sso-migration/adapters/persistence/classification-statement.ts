import { mayUsePassword } from '../../../platform/database/sign-on-missing.js';
import type { MemberFilter } from '../../application/ports/classification.js';
import { type Entrance, type ReasonCode, type RuleCode, RULES, isReportedBesideOthers, rulesOf } from '../../domain/rule.js';
import { STUCK_DAYS } from '../../domain/pace.js';

/**
 * Ids of members of organization `$1` who at `$2` have been told of a wave, or bound by it, for more than the allowed
 * days, and have not come through an active connection. Those who may use a password are left out.
 */
export const STUCK = `(
  SELECT m.user_id
    FROM sso_wave_members m JOIN sso_waves w ON w.organization_id = m.organization_id AND w.number = m.wave_number
   WHERE m.organization_id = $1 AND w.status IN ('notified', 'enforced')
     AND least(m.first_told_at, w.enforced_at) < $2::timestamptz - interval '${STUCK_DAYS} days'
     AND NOT ${mayUsePassword({ organization: '$1', user: 'm.user_id', now: '$2::timestamptz' })}
     AND NOT EXISTS (
       SELECT FROM sso_identities i
         JOIN sso_connections c ON c.organization_id = i.organization_id AND c.id = i.connection_id AND c.issuer = i.issuer
        WHERE i.organization_id = $1 AND i.user_id = m.user_id AND c.status = 'active' AND i.last_login_at IS NOT NULL))`;

/**
 * All members who have come, or those whose ids are `$3`. What is known of people whom a directory brings and who have
 * not come would tell who has an account here.
 */
export type Scope = 'everybody' | 'chosen';

/** When each reason holds, over the columns of `facts`; for a rule, provided that none before it holds. */
const CONDITIONS: Readonly<Record<ReasonCode, string>> = {
  ACCOUNT_INACTIVE: `f.status <> 'active' OR f.suspended_at IS NOT NULL AND NOT f.is_deprovisioned`,
  SCIM_DEPROVISIONED: 'f.is_deprovisioned',
  SERVICE_ACCOUNT: 'f.is_service',
  EXEMPT: 'f.is_exempt',
  BREAK_GLASS_EXEMPT: 'f.is_break_glass',
  SSO_OK: 'f.has_used_link',
  LINK_BROKEN: 'f.has_link AND NOT f.has_good_link',
  IDENTITY_CONFLICT: 'f.is_contested',
  EMAIL_MISMATCH: 'f.is_elsewhere',
  EXTERNAL_DOMAIN: 'f.is_external',
  OTHER_ORG_ENFORCED: 'f.is_bound_elsewhere',
  SYSTEM_ADMINISTRATOR: 'f.is_system_admin',
  READY: 'f.has_factor',
  MFA_PENDING: 'f.has_pending_factor',
  MFA_WEAK_ONLY: 'EXISTS (SELECT FROM mfa_recovery_codes y WHERE y.user_id = f.user_id AND y.used_at IS NULL)',
  MFA_MISSING: 'true',
  SSO_STALE_90D: `f.has_used_link AND f.last_sso_at < $2::timestamptz - interval '90 days'`,
  ALSO_USES_PASSWORD_30D: `f.has_used_link AND EXISTS (SELECT FROM sessions s WHERE s.user_id = f.user_id
    AND s.sso_connection_id IS NULL AND s.created_at > $2::timestamptz - interval '30 days')`,
  LINK_UNUSED: 'f.has_good_link AND NOT f.has_used_link',
  EMAIL_UNVERIFIED: 'f.email_verified_at IS NULL',
  NEVER_LOGGED_IN: 'f.last_sso_at IS NULL AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = f.user_id)',
};

export function conditionOf(code: ReasonCode): string {
  return `(${CONDITIONS[code]})`;
}

function codesWith(entrance: Entrance): RuleCode[] {
  return RULES.filter((rule) => rule.entrance === entrance).map(({ code }) => code);
}

/** Codes are constants of this program, never input. */
export function listOf(codes: readonly string[]): string {
  return codes.map((code) => `'${code}'`).join(', ');
}

/**
 * The address that the directory gives a person, as the provisioning context reads it: the primary one, else one of
 * work, else any, else the name. Mostly the first is the primary one, and checking that is quicker than a path.
 */
export const DIRECTORY_ADDRESS = `CASE WHEN r.search #>> '{emails,0,primary}' = 'true' THEN r.search #>> '{emails,0,value}'
  ELSE coalesce(jsonb_path_query_first(r.search, '$.emails[*] ? (@.primary == true).value') #>> '{}',
    jsonb_path_query_first(r.search, '$.emails[*] ? (@.type == "work").value') #>> '{}',
    r.search #>> '{emails,0,value}', CASE WHEN r.name_key LIKE '%@%' THEN r.name_key END) END`;

/**
 * As addresses are compared: the provisioning context has written the key beside them when lower case is not enough.
 */
const DIRECTORY_KEY = `coalesce(r.address_key, ${DIRECTORY_ADDRESS})`;
const NAME_KEY = `coalesce(r.name_address_key, r.name_key COLLATE "default")`;

const NON_HUMAN = `('service', 'service account', 'serviceaccount', 'bot', 'robot', 'application', 'system')`;

/** No common table expression, because workers do not share the reading of one. */
const CONNECTIONS = `(SELECT id, status = 'active' AS is_active, issuer FROM sso_connections WHERE organization_id = $1)`;

/** For `sessions s`: opened by no active connection of organization `$1`. */
export const IS_OPENED_OTHERWISE = `NOT EXISTS (
  SELECT FROM sso_connections c WHERE c.organization_id = $1 AND c.id = s.sso_connection_id AND c.status = 'active')`;

/**
 * Relations, among them `judged` with one row for each member: `user_id`, the columns that reasons hold over, the primary
 * `reason`, `connection_id`, and `is_locked_out`. Each table is read once and by itself, so that the planner joins
 * large organizations by hashing and looks up single members by index; rare data is gathered before it is joined. `$1`
 * is the organization, `$2` the time.
 */
export function judged(scope: Scope): string {
  const isChosen = scope === 'chosen';
  const among = (column: string): string => (isChosen ? `AND ${column} = ANY ($3::integer[])` : '');
  const emails = `ARRAY(SELECT email_key FROM users WHERE id = ANY ($3::integer[]))`;
  /** For single members, also what others claim about their addresses. */
  const amongOrClaiming = (column: string, ...addresses: string[]): string =>
    isChosen
      ? `AND (${[`${column} = ANY ($3::integer[])`, ...addresses.map((address) => `${address} = ANY (${emails})`)].join(' OR ')})`
      : '';
  return `
  links AS (
    SELECT i.user_id, bool_or(c.is_active AND c.issuer = i.issuer) AS is_good,
           bool_or(c.is_active AND c.issuer = i.issuer AND i.last_login_at IS NOT NULL) AS is_used,
           min(c.id) FILTER (WHERE c.is_active AND c.issuer = i.issuer) AS connection_id,
           max(i.last_login_at) AS last_login_at
      FROM sso_identities i JOIN ${CONNECTIONS} c ON c.id = i.connection_id
     WHERE i.organization_id = $1 ${among('i.user_id')} GROUP BY i.user_id
  ), asserted AS MATERIALIZED (
    SELECT i.user_id, i.email_key AS address, c.is_active AND c.issuer = i.issuer AS is_good
      FROM sso_identities i JOIN ${CONNECTIONS} c ON c.id = i.connection_id
      JOIN users own ON own.id = i.user_id AND own.email_key <> i.email_key
     WHERE i.organization_id = $1 ${amongOrClaiming('i.user_id', 'i.email_key')}
  ), directory AS MATERIALIZED (
    SELECT * FROM (
      SELECT r.user_id, ${NAME_KEY} AS name, ${NAME_KEY} <> own.email_key AS is_named_otherwise,
             r.search ->> 'active' = 'false' AS is_gone, r.search ->> 'usertype' IN ${NON_HUMAN} AS is_service,
             ${DIRECTORY_KEY} <> own.email_key AS is_elsewhere
        FROM scim_resources r JOIN users own ON own.id = r.user_id
       WHERE r.organization_id = $1 AND r.type = 'User' AND NOT r.is_inferred ${amongOrClaiming('r.user_id', 'r.name_key', 'r.name_address_key')}
    ) entry WHERE is_named_otherwise OR is_gone OR is_service OR is_elsewhere
  ), exceptions AS MATERIALIZED (
    SELECT user_id, bool_or(kind = 'gone') AS is_deprovisioned, bool_or(kind = 'service') AS is_service,
           bool_or(kind = 'emergency') AS is_break_glass, bool_or(kind = 'exempt') AS is_exempt, bool_or(kind = 'contested') AS is_contested,
           bool_or(kind = 'elsewhere') AS is_elsewhere, bool_or(kind = 'bound') AS is_bound_elsewhere
      FROM (
        SELECT user_id, 'gone' AS kind FROM directory WHERE is_gone
        UNION ALL SELECT user_id, 'service' FROM directory WHERE is_service
        UNION ALL SELECT user_id, 'elsewhere' FROM directory WHERE is_elsewhere
        UNION ALL SELECT user_id, 'elsewhere' FROM asserted WHERE is_good
        -- Another person uses their address, in the directory or at the provider. One look-up each, because they are few.
        UNION ALL SELECT (SELECT u.id FROM users u WHERE u.email_key = d.name), 'contested' FROM directory d WHERE d.is_named_otherwise
        UNION ALL SELECT (SELECT u.id FROM users u WHERE u.email_key = a.address), 'contested' FROM asserted a
        UNION ALL ${twins(isChosen)}
        UNION ALL SELECT b.user_id, 'emergency' FROM sso_break_glass b WHERE b.organization_id = $1 ${among('b.user_id')}
        UNION ALL SELECT x.user_id, 'exempt' FROM sso_exemptions x
                   WHERE x.organization_id = $1 AND x.expires_at > $2::timestamptz ${among('x.user_id')}
        UNION ALL
        SELECT other.user_id, 'bound'
          FROM sso_requirements q JOIN organization_members other ON other.organization_id = q.organization_id
         WHERE q.organization_id <> $1 AND q.user_id IS NULL AND ${BINDS_NOW} ${among('other.user_id')}
        UNION ALL
        SELECT other.user_id, 'bound'
          FROM sso_requirements q JOIN organization_members other USING (organization_id, user_id)
         WHERE q.organization_id <> $1 AND ${BINDS_NOW} ${among('other.user_id')}
      ) found WHERE user_id IS NOT NULL GROUP BY user_id
  ), facts AS NOT MATERIALIZED (
    SELECT m.user_id, m.arrived_at, m.suspended_at, u.status, u.is_system_admin, u.email_verified_at,
           coalesce(e.is_deprovisioned, false) AS is_deprovisioned, coalesce(e.is_service, false) AS is_service,
           coalesce(e.is_break_glass, false) AS is_break_glass, coalesce(e.is_exempt, false) AS is_exempt, l.user_id IS NOT NULL AS has_link,
           coalesce(l.is_good, false) AS has_good_link, coalesce(l.is_used, false) AS has_used_link,
           l.last_login_at AS last_sso_at, coalesce(e.is_contested, false) AS is_contested,
           coalesce(e.is_elsewhere, false) AS is_elsewhere, coalesce(e.is_bound_elsewhere, false) AS is_bound_elsewhere,
           v.domain IS NULL AND EXISTS (SELECT FROM sso_domains WHERE organization_id = $1 AND status = 'verified') AS is_external,
           EXISTS (SELECT FROM mfa_factors x WHERE x.user_id = u.id AND x.confirmed_at IS NOT NULL) AS has_factor,
           EXISTS (SELECT FROM mfa_factors x WHERE x.user_id = u.id AND x.confirmed_at IS NULL) AS has_pending_factor,
           coalesce(l.connection_id, v.serving_id) AS connection_id
      FROM organization_members m JOIN users u ON u.id = m.user_id
      LEFT JOIN links l ON l.user_id = m.user_id
      LEFT JOIN exceptions e ON e.user_id = m.user_id
      LEFT JOIN (
        SELECT d.domain, CASE
                 WHEN d.connection_id IS NULL THEN (SELECT min(c.id) FROM ${CONNECTIONS} c WHERE c.is_active)
                 ELSE (SELECT c.id FROM ${CONNECTIONS} c WHERE c.id = d.connection_id AND c.is_active) END AS serving_id
          FROM sso_domains d WHERE d.organization_id = $1 AND d.status = 'verified'
      ) v ON v.domain = split_part(u.email_key, '@', -1)
     WHERE m.organization_id = $1 ${isChosen ? among('m.user_id') : 'AND m.arrived_at IS NOT NULL'}
     -- Keeps the planner from asking for a fact again in each rule that stands on it.
    OFFSET 0
  ), reasoned AS NOT MATERIALIZED (
    SELECT f.*, CASE ${RULES.map(({ code }) => `WHEN ${conditionOf(code)} THEN '${code}'`).join('\n      ')} END AS reason
      FROM facts f
  ), judged AS NOT MATERIALIZED (
    SELECT f.*, f.reason IN (${listOf(codesWith('lost'))})
             OR f.reason IN (${listOf(codesWith('proof'))}) AND f.connection_id IS NULL AS is_locked_out
      FROM reasoned f
  )`;
}

/**
 * Two accounts for one person of the same provider. One connection has a person only once, so it takes two connections
 * that share a provider.
 */
function twins(isChosen: boolean): string {
  const scope = isChosen
    ? 'AND i.user_id = ANY ($3::integer[])'
    : `AND i.issuer IN (
         SELECT issuer FROM (SELECT DISTINCT connection_id, issuer FROM sso_identities WHERE organization_id = $1) each
          GROUP BY issuer HAVING count(*) > 1)`;
  return `
        SELECT i.user_id, 'contested' FROM sso_identities i
          JOIN sso_identities o ON o.organization_id = i.organization_id AND o.connection_id <> i.connection_id
                               AND o.issuer = i.issuer AND o.subject = i.subject AND o.user_id <> i.user_id
         WHERE i.organization_id = $1 AND (SELECT count(*) FROM ${CONNECTIONS} c) > 1 ${scope}`;
}

/** Members who must use the single sign-on of another organization. */
const BINDS_NOW = `q.logins_from <= $2::timestamptz AND other.suspended_at IS NULL
           AND NOT ${mayUsePassword({ organization: 'other.organization_id', user: 'other.user_id', now: '$2::timestamptz' })}`;

/** The members whom a filter takes, over `judged f`: those who have the reason, not all who could have it. */
export function filterOf({ group, reason, isStuck = false }: MemberFilter): string {
  const conditions = [
    ...(group === undefined ? [] : [`f.reason IN (${listOf(rulesOf(group))})`]),
    ...(reason === undefined ? [] : [isReportedBesideOthers(reason) ? conditionOf(reason) : `f.reason = '${reason}'`]),
    ...(isStuck ? [`f.user_id IN ${STUCK}`] : []),
  ];
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}
