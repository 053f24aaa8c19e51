import { DEEDS_OF_PERSON } from './deeds-of-person.js';
import type { FileOfTable } from './file-of-table.js';

/** What an organization keeps of its people and their work is theirs while it lets them in; others ask it. */
const admits = (table: string): string => `${table}.organization_id = ANY ($2::integer[])`;

/**
 * What the service keeps about a person ($1): no secret, no other person, and nothing of the data sources. A test compares it with the
 * tables, so that a new one is not forgotten.
 */
export const FILES_OF_PERSON: readonly FileOfTable[] = [
  {
    name: 'account',
    sql: `SELECT id, username, display_name, is_name_own, email, email_verified_at, status, is_system_admin, provisioned_by, claimed_at,
                 password_changed_at, password_offered_at, trust_ended_at, created_at, updated_at FROM users WHERE id = $1`,
  },
  { name: 'preferences', sql: `SELECT language, time_zone FROM reading_preferences WHERE user_id = $1` },
  { name: 'colliding_addresses', sql: `SELECT kept_key, canonical_key FROM email_collisions WHERE user_id = $1` },
  { name: 'mailed_links', sql: `SELECT purpose, new_email, email_key, expires_at FROM mailed_tokens WHERE user_id = $1` },
  {
    name: 'mails',
    sql: `SELECT m.id, m.recipient, m.subject, m.language, m.created_at, m.sent_at, m.failed_at, m.attempts, m.last_error
            FROM users u JOIN outbox_mails m ON lower(m.recipient) = lower(u.email) AND m.created_at >= u.created_at
           WHERE u.id = $1 AND u.email_verified_at IS NOT NULL ORDER BY m.id`,
  },
  { name: 'mails_about_guesses', sql: `SELECT sent_at FROM guess_mails WHERE user_id = $1` },
  {
    name: 'second_factors',
    sql: `SELECT id, type, name, transports, created_at, confirmed_at, last_used_at FROM mfa_factors WHERE user_id = $1 ORDER BY id`,
  },
  { name: 'recovery_codes', sql: `SELECT used_at FROM mfa_recovery_codes WHERE user_id = $1 ORDER BY used_at` },
  {
    name: 'devices',
    sql: `SELECT id, name, status, created_at, activated_at, expires_at, revoked_at, last_used_at FROM devices WHERE user_id = $1
           ORDER BY id`,
  },
  {
    name: 'sessions',
    sql: `SELECT id, amr, acr, authenticated_at, mfa_at, device_id, device_name, user_agent, ip, network, sso_connection_id, sso_identity_id,
                 sso_session_id, created_at, last_used_at, expires_at, ended_at, end_reason FROM sessions WHERE user_id = $1 ORDER BY id`,
  },
  {
    name: 'identities',
    sql: `SELECT id, organization_id, connection_id, issuer, subject, email, linked_by, linked_at, last_login_at, login_count
            FROM sso_identities WHERE user_id = $1 ORDER BY id`,
  },
  {
    name: 'memberships',
    sql: `SELECT m.organization_id, o.name AS organization, m.role_id, r.name AS role, m.joined_at, m.arrived_at, m.suspended_at,
                 m.is_provisioned, m.is_from_claims
            FROM organization_members m JOIN organizations o ON o.id = m.organization_id JOIN roles r ON r.id = m.role_id
           WHERE m.user_id = $1 ORDER BY m.organization_id`,
  },
  {
    name: 'workspaces',
    sql: `SELECT m.organization_id, m.workspace_id, w.name AS workspace, m.role_id, r.name AS role, m.joined_at, m.is_provisioned,
                 m.is_from_claims
            FROM workspace_members m JOIN workspaces w ON w.id = m.workspace_id JOIN roles r ON r.id = m.role_id
           WHERE m.user_id = $1 AND ${admits('m')} ORDER BY m.workspace_id`,
  },
  {
    name: 'attributes',
    sql: `SELECT organization_id, attributes, updated_at FROM member_attributes t WHERE user_id = $1 AND ${admits('t')}`,
  },
  {
    name: 'directory_entries',
    sql: `SELECT id, organization_id, external_id, is_inferred, attributes, created_at, last_modified_at FROM scim_resources t
           WHERE user_id = $1 AND ${admits('t')} ORDER BY organization_id`,
  },
  {
    name: 'directory_groups',
    sql: `SELECT m.organization_id, m.group_id, g.attributes->>'displayName' AS name FROM scim_resources r
            JOIN scim_group_members m ON m.organization_id = r.organization_id AND m.member_id = r.id
            JOIN scim_resources g ON g.id = m.group_id WHERE r.user_id = $1 AND ${admits('r')}
           ORDER BY m.organization_id, m.group_id`,
  },
  {
    name: 'directory_changes',
    sql: `SELECT e.id, e.organization_id, e.occurred_at, e.method, e.status, e.changes FROM scim_resources r
            JOIN scim_events e ON e.organization_id = r.organization_id AND e.resource_id = r.id::text
           WHERE r.user_id = $1 AND ${admits('r')}`,
  },
  {
    name: 'directory_departures',
    sql: `SELECT organization_id, external_id, names FROM scim_departures t WHERE user_id = $1 AND ${admits('t')}`,
  },
  {
    name: 'directory_waits',
    sql: `SELECT r.id, r.organization_id, r.created_at FROM organizations o
            JOIN scim_resources r ON r.organization_id = o.id AND r.waits_for_user = $1`,
  },
  { name: 'former_groups', sql: `SELECT organization_id, name FROM former_groups t WHERE $1 = ANY (user_ids) AND ${admits('t')}` },
  {
    name: 'invitations',
    sql: `SELECT i.id, i.organization_id, i.workspace_id, i.role_name, i.email, i.status, i.is_declined, i.created_at, i.expires_at, i.closed_at
            FROM invitations i WHERE i.accepted_by = $1
              OR i.email_key = (SELECT email_key FROM users WHERE id = $1 AND email_verified_at IS NOT NULL) ORDER BY i.id`,
  },
  {
    name: 'access_keys',
    sql: `SELECT id, organization_id, name, client_id, redirect_host, hint, scopes, refused_scopes, data_source_ids, sso_connection_id,
                 sso_identity_id, mfa_at, created_at, expires_at, revoked_at, last_used_at FROM access_keys WHERE user_id = $1 ORDER BY id`,
  },
  {
    name: 'access_requests',
    sql: `SELECT id, organization_id, kind, reason, is_emergency, status, created_at, decided_at, used_at, expires_at
            FROM access_requests WHERE requested_by = $1 ORDER BY id`,
  },
  {
    name: 'sign_on_refusals',
    sql: `SELECT id, organization_id, was_enforced, path, occurred_at FROM sso_denials WHERE user_id = $1 ORDER BY id`,
  },
  {
    name: 'sign_on_requirements',
    sql: `SELECT organization_id, wave_number, logins_from, sessions_from FROM sso_requirements WHERE user_id = $1`,
  },
  {
    name: 'sign_on_exemptions',
    sql: `SELECT organization_id, reason, granted_at, expires_at FROM sso_exemptions t
           WHERE user_id = $1 AND ${admits('t')}`,
  },
  {
    name: 'emergency_access',
    sql: `SELECT organization_id, designated_at, drilled_at, last_used_at FROM sso_break_glass WHERE user_id = $1`,
  },
  {
    name: 'migration_waves',
    sql: `SELECT organization_id, wave_number, first_told_at, reminded_at, reminders FROM sso_wave_members WHERE user_id = $1`,
  },
  { name: 'migration_moves', sql: `SELECT organization_id, move_number, identity_id FROM sso_move_members WHERE user_id = $1` },
  { name: 'migration_groups', sql: `SELECT organization_id, reason FROM sso_snapshots t WHERE $1 = ANY (user_ids) AND ${admits('t')}` },
  { name: 'factor_reminders', sql: `SELECT organization_id, due_at, days, sent_at FROM factor_reminders WHERE user_id = $1` },
  {
    name: 'conversations',
    sql: `SELECT id, organization_id, data_source_id, title, created_at, last_asked_at FROM conversations t
           WHERE user_id = $1 AND ${admits('t')} ORDER BY id`,
  },
  {
    name: 'conversation_turns',
    sql: `SELECT t.conversation_id, t.position, t.execution_id, t.question, t.error_code, t.asked_at
            FROM conversations c JOIN conversation_turns t ON t.conversation_id = c.id WHERE c.user_id = $1 AND ${admits('c')}
           ORDER BY t.conversation_id, t.position`,
  },
  {
    name: 'executions',
    sql: `SELECT id, organization_id, data_source_id, template_id, template_version, saved_question_id, question, parameters, outcome,
                 error_code, duration_ms, model_name, input_tokens, output_tokens, idempotency_key, started_at, finished_at
            FROM query_executions t WHERE user_id = $1 AND ${admits('t')}`,
  },
  { name: 'feedback', sql: `SELECT execution_id, is_right, given_at FROM query_feedback WHERE user_id = $1` },
  {
    name: 'saved_questions',
    sql: `SELECT id, organization_id, data_source_id, title, description, question, created_at, changed_at
            FROM saved_questions t WHERE created_by = $1 AND changed_by = $1 AND ${admits('t')} ORDER BY id`,
  },
  {
    name: 'boards',
    sql: `SELECT id, organization_id, name, created_at, changed_at FROM boards t
           WHERE created_by = $1 AND changed_by = $1 AND ${admits('t')}`,
  },
  { name: 'model_tokens', sql: `SELECT day, tokens FROM token_spending WHERE kind = 'person' AND spender_id = $1 ORDER BY day` },
  { name: 'policy_decisions', sql: `SELECT id, organization_id, decided_at, is_allowed FROM abac_decisions WHERE user_id = $1` },
  {
    name: 'exports',
    sql: `SELECT id, organization_id, state, requested_at, finished_at, expires_at, size FROM exports WHERE user_id = $1 OR requested_by = $1`,
  },
  ...DEEDS_OF_PERSON,
];
