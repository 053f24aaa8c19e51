import { type FileOfTable, hasCome } from './file-of-table.js';

const WHERE = 'WHERE t.organization_id = $1';
const WHO_HAS_COME = `${WHERE} AND ${hasCome('t.user_id')}`;
const ifCome = (user: string): string => `CASE WHEN ${hasCome(`t.${user}`)} THEN t.${user} END AS ${user}`;

/** How people get into an organization ($1): its directory, its single sign-on and the migration to it, without secrets. */
export const SIGN_ON_OF_ORGANIZATION: readonly FileOfTable[] = [
  { name: 'scim_settings', sql: `SELECT default_role_id, version, updated_at FROM scim_settings t ${WHERE}` },
  {
    name: 'scim_tokens',
    sql: `SELECT id, name, scopes, created_by, created_at, expires_at, revoked_at, rotated_to, last_used_at, last_used_ip, approved_up_to,
                 approved_by, approved_at, approval_asked_at FROM scim_tokens t ${WHERE} ORDER BY id`,
  },
  {
    name: 'scim_resources',
    sql: `SELECT id, type, external_id, ${ifCome('user_id')}, attributes, is_inferred, awaited_address,
                 ${ifCome('waits_for_user')}, version, created_at, last_modified_at
            FROM scim_resources t ${WHERE} ORDER BY type, number`,
  },
  { name: 'scim_group_members', sql: `SELECT group_id, member_id FROM scim_group_members t ${WHERE}` },
  { name: 'scim_group_mappings', sql: `SELECT rank, group_id, workspace_id, role_id FROM scim_group_mappings t ${WHERE} ORDER BY rank` },
  { name: 'scim_departures', sql: `SELECT external_id, names FROM scim_departures t ${WHERE}` },
  {
    name: 'scim_events',
    sql: `SELECT id, token_id, request_id, occurred_at, method, path, resource_type, resource_id, status, scim_type, detail, changes,
                 duration_ms, ip FROM scim_events t ${WHERE} ORDER BY occurred_at, id`,
  },
  {
    name: 'former_groups',
    sql: `SELECT name, ARRAY(SELECT u.id FROM unnest(t.user_ids) AS u (id) WHERE ${hasCome('u.id')}) AS user_ids
            FROM former_groups t ${WHERE}`,
  },
  {
    name: 'sso_connections',
    sql: `SELECT id, name, type, status, issuer, settings, default_role_id, configuration_version, tested_version, tested_at, tested_by,
                 activated_at, disabled_at, version, created_at, updated_at FROM sso_connections t ${WHERE} ORDER BY id`,
  },
  {
    name: 'sso_service_keys',
    sql: `SELECT k.connection_id, k.is_current, k.fingerprint, k.certificate, k.not_after, k.created_at
            FROM sso_connections t JOIN sso_service_keys k ON k.connection_id = t.id ${WHERE} ORDER BY k.id`,
  },
  {
    name: 'sso_certificate_notices',
    sql: `SELECT n.connection_id, n.fingerprint, n.days, n.sent_at
            FROM sso_connections t JOIN sso_certificate_notices n ON n.connection_id = t.id ${WHERE}`,
  },
  {
    name: 'sso_domains',
    sql: `SELECT id, domain, challenge, status, connection_id, verified_at, checked_at, misses, conflict_told_at, created_at
            FROM sso_domains t ${WHERE} ORDER BY id`,
  },
  {
    name: 'sso_identities',
    sql: `SELECT id, connection_id, user_id, issuer, subject, email, linked_by, linked_at, last_login_at, login_count
            FROM sso_identities t ${WHO_HAS_COME} ORDER BY id`,
  },
  {
    name: 'sso_group_mappings',
    sql: `SELECT connection_id, rank, group_name, workspace_id, role_id FROM sso_group_mappings t ${WHERE} ORDER BY connection_id, rank`,
  },
  {
    name: 'sso_group_settings',
    sql: `SELECT g.connection_id, g.absent_groups, g.responsible_user_id, g.version, g.updated_at
            FROM sso_connections t JOIN sso_group_settings g ON g.connection_id = t.id ${WHERE}`,
  },
  { name: 'sso_enforcement', sql: `SELECT mode, version, changed_at, changed_by FROM sso_enforcement t ${WHERE}` },
  {
    name: 'sso_requirements',
    sql: `SELECT user_id, wave_number, logins_from, sessions_from FROM sso_requirements t
          ${WHERE} AND (t.user_id IS NULL OR ${hasCome('t.user_id')})`,
  },
  { name: 'sso_exemptions', sql: `SELECT user_id, reason, granted_at, granted_by, expires_at FROM sso_exemptions t ${WHO_HAS_COME}` },
  {
    name: 'sso_break_glass',
    sql: `SELECT user_id, designated_at, designated_by, drilled_at, last_used_at FROM sso_break_glass t ${WHO_HAS_COME}`,
  },
  { name: 'sso_denials', sql: `SELECT id, user_id, was_enforced, path, occurred_at FROM sso_denials t ${WHERE} ORDER BY occurred_at` },
  {
    name: 'sso_plans',
    sql: `SELECT number, snapshot_hash, users_already_using_sso, users_ready_for_migration, users_needing_mfa_setup,
                 users_requiring_admin_intervention, total_users, reasons, lockout_count, pending_invitations, org_blockers, diff, made_at,
                 made_by, confirmed_at FROM sso_plans t ${WHERE} ORDER BY number`,
  },
  {
    name: 'sso_progress',
    sql: `SELECT day, users_already_using_sso, users_ready_for_migration, users_needing_mfa_setup, users_requiring_admin_intervention,
                 total_users, reasons, lockout_count FROM sso_progress t ${WHERE} ORDER BY day`,
  },
  {
    name: 'sso_waves',
    sql: `SELECT number, name, status, plan_id, starts_at, grace_hours, paused_because, version, created_by, created_at, notified_at,
                 enforced_at, ended_at FROM sso_waves t ${WHERE} ORDER BY number`,
  },
  {
    name: 'sso_wave_members',
    sql: `SELECT wave_number, user_id, first_told_at, reminded_at, reminders FROM sso_wave_members t ${WHO_HAS_COME}
           ORDER BY wave_number, user_id`,
  },
  {
    name: 'sso_moves',
    sql: `SELECT number, name, from_connection_id, to_connection_id, to_configuration_version, status, members, arrived, started_at, ended_at
            FROM sso_moves t ${WHERE} ORDER BY number`,
  },
  { name: 'sso_move_members', sql: `SELECT move_number, identity_id, user_id FROM sso_move_members t ${WHO_HAS_COME}` },
];
