import { SIGN_ON_OF_ORGANIZATION } from './sign-on-of-organization.js';
import { type FileOfTable, hasCome } from './file-of-table.js';

const WHERE = 'WHERE t.organization_id = $1';
const WHO_HAS_COME = `${WHERE} AND ${hasCome('t.user_id')}`;

/**
 * What an organization has set up and what happened in it ($1), without secrets, and without statements: data policies decide for each
 * reader which of them they see. A test compares it with the tables, so that a new one is not forgotten.
 */
export const FILES_OF_ORGANIZATION: readonly FileOfTable[] = [
  {
    name: 'organization',
    sql: `SELECT id, name, domain, plan, device_trust_days, directory_passwords, new_data_sources, factor_resets, version, created_at, updated_at
            FROM organizations WHERE id = $1`,
  },
  {
    name: 'members',
    sql: `SELECT t.user_id, u.username, u.display_name, u.email, t.role_id, t.joined_at, t.arrived_at, t.suspended_at, t.is_provisioned,
                 t.is_from_claims FROM organization_members t JOIN users u ON u.id = t.user_id ${WHERE} AND t.arrived_at IS NOT NULL
           ORDER BY t.user_id`,
  },
  {
    name: 'member_attributes',
    sql: `SELECT user_id, attributes, version, updated_at FROM member_attributes t ${WHO_HAS_COME} ORDER BY user_id`,
  },
  { name: 'roles', sql: `SELECT id, name, is_built_in, permissions, version FROM roles t ${WHERE} ORDER BY id` },
  {
    name: 'workspaces',
    sql: `SELECT id, name, allow_public_access, default_role_id, custom_settings, labels, version, created_at, updated_at
            FROM workspaces t ${WHERE} ORDER BY id`,
  },
  {
    name: 'workspace_members',
    sql: `SELECT workspace_id, user_id, role_id, joined_at, is_provisioned, is_from_claims FROM workspace_members t ${WHO_HAS_COME}
           ORDER BY workspace_id, user_id`,
  },
  {
    name: 'invitations',
    sql: `SELECT id, workspace_id, role_id, role_name, pending_role_id, email, status, is_declined, is_provisioned, invited_by, accepted_by,
                 approved_by, approved_permissions, created_at, expires_at, closed_at FROM invitations t ${WHERE} ORDER BY id`,
  },
  {
    name: 'access_requests',
    sql: `SELECT id, kind, subject, reason, is_emergency, status, requested_by, decided_by, created_at, decided_at, used_at, expires_at
            FROM access_requests t ${WHERE} ORDER BY id`,
  },
  { name: 'access_key_rules', sql: `SELECT are_allowed, changed_at FROM access_key_rules t ${WHERE}` },
  {
    name: 'access_keys',
    sql: `SELECT id, user_id, name, client_id, redirect_host, hint, scopes, refused_scopes, data_source_ids, sso_connection_id, mfa_at,
                 created_at, expires_at, revoked_at, last_used_at FROM access_keys t ${WHERE} ORDER BY id`,
  },
  { name: 'agent_rules', sql: `SELECT admits, listed, scopes, longest_days, version, changed_at FROM agent_rules t ${WHERE}` },
  {
    name: 'agent_clients',
    sql: `SELECT id, client_id, name, redirect_uris, has_secrets, created_at FROM agent_clients t ${WHERE} ORDER BY id`,
  },
  {
    name: 'agent_client_secrets',
    sql: `SELECT s.id, s.agent_client_id, s.hint, s.created_at, s.expires_at FROM agent_clients t
            JOIN agent_client_secrets s ON s.agent_client_id = t.id ${WHERE} ORDER BY s.id`,
  },
  {
    name: 'sign_in_requirements',
    sql: `SELECT factor_from, factor_grace_days, session_max_hours, session_idle_minutes, version, changed_at, changed_by
            FROM sign_in_requirements t ${WHERE}`,
  },
  { name: 'factor_reminders', sql: `SELECT user_id, due_at, days, sent_at FROM factor_reminders t ${WHO_HAS_COME}` },
  {
    name: 'policies',
    sql: `SELECT id, name, description, status, version, revision, created_at, updated_at FROM abac_policies t ${WHERE} ORDER BY id`,
  },
  {
    name: 'policy_versions',
    sql: `SELECT policy_id, version, text, effect, actions, sha256, examples, state, author_id, created_at, published_by, published_at
            FROM abac_policy_versions t ${WHERE} ORDER BY policy_id, version`,
  },
  {
    name: 'policy_decisions',
    sql: `SELECT id, decided_at, user_id, is_allowed, reason, policies, errors, shadow, request FROM abac_decisions t ${WHERE} ORDER BY id`,
  },
  {
    name: 'data_policies',
    sql: `SELECT id, data_source_id, name, description, applies_when, rules, status, version, updated_by, updated_at, told_outdated,
                 failing_since, failed_at, failed_for FROM data_policies t ${WHERE} ORDER BY id`,
  },
  {
    name: 'data_sources',
    sql: `SELECT id, workspace_id, name, engine, connection, labels, closed, failing_since, version, created_at, updated_at
            FROM data_sources t ${WHERE} ORDER BY id`,
  },
  {
    name: 'remembered_data',
    sql: `SELECT id, source_name, engine, place, connection, is_found, remembered_by, remembered_at, looked_at
            FROM remembered_data t ${WHERE} ORDER BY id`,
  },
  {
    name: 'column_tags',
    sql: `SELECT data_source_id, schema_name, relation_name, column_name, tag, state, changed_by, changed_at FROM column_tags t ${WHERE}`,
  },
  {
    name: 'reviewed_relations',
    sql: `SELECT data_source_id, schema_name, relation_name, columns FROM reviewed_relations t ${WHERE}`,
  },
  {
    name: 'former_names',
    sql: `SELECT data_source_id, schema_name, relation_name, column_name, was_schema, was_relation, was_column, is_certain
            FROM former_names t ${WHERE}`,
  },
  {
    name: 'prompt_templates',
    sql: `SELECT id, workspace_id, name, description, template_text, parameters, category, tags, compatible_data_source_ids, status,
                 published_version, is_edited, is_system_template, is_public, usage_count, icon_type, created_by_user_id, created_at,
                 updated_at, version FROM prompt_templates t ${WHERE} ORDER BY id`,
  },
  {
    name: 'prompt_template_versions',
    sql: `SELECT v.template_id, v.number, v.name, v.description, v.template_text, v.parameters, v.category, v.tags,
                 v.compatible_data_source_ids, v.checksum, v.message, v.author_user_id, v.published_at
            FROM prompt_templates t JOIN prompt_template_versions v ON v.template_id = t.id ${WHERE} ORDER BY v.template_id, v.number`,
  },
  {
    name: 'knowledge',
    sql: `SELECT id, data_source_id, kind, name, definition, synonyms, state, version, changed_by, created_at, changed_at
            FROM knowledge t ${WHERE} ORDER BY id`,
  },
  {
    name: 'knowledge_versions',
    sql: `SELECT entry_id, t.version, t.name, t.definition, t.synonyms, t.changed_by, t.changed_at
            FROM knowledge k JOIN knowledge_versions t ON t.entry_id = k.id WHERE k.organization_id = $1 ORDER BY entry_id, t.version`,
  },
  {
    name: 'saved_questions',
    sql: `SELECT id, data_source_id, title, description, question, version, created_by, changed_by, created_at, changed_at
            FROM saved_questions t ${WHERE} ORDER BY id`,
  },
  { name: 'boards', sql: `SELECT id, name, version, created_by, changed_by, created_at, changed_at FROM boards t ${WHERE} ORDER BY id` },
  {
    name: 'board_questions',
    sql: `SELECT q.board_id, q.question_id, q.position FROM boards t JOIN board_questions q ON q.board_id = t.id ${WHERE}
           ORDER BY q.board_id, q.position`,
  },
  {
    name: 'question_settings',
    sql: `SELECT shows_rows, conversation_days, tokens_per_day, version, changed_at FROM ask_settings t ${WHERE}`,
  },
  { name: 'model_tokens', sql: `SELECT day, tokens FROM token_spending WHERE kind = 'organization' AND spender_id = $1 ORDER BY day` },
  {
    name: 'webhooks',
    sql: `SELECT id, name, url, actions, paused_because, version, after_event_id, failing_event_id, failing_since, failures, next_attempt_at,
                 delivered_at, created_at, changed_at FROM webhooks t ${WHERE} ORDER BY id`,
  },
  {
    name: 'webhook_deliveries',
    sql: `SELECT d.id, d.webhook_id, d.event_id, d.action, d.occasion, d.outcome, d.fault, d.status, d.duration_ms, d.at
            FROM webhooks t JOIN webhook_deliveries d ON d.webhook_id = t.id ${WHERE}`,
  },
  {
    name: 'audit_events',
    sql: `SELECT id, occurred_at, action, outcome, actor_user_id, target_type, target_id, ip, request_id, detail
            FROM audit_events WHERE chain_id = $1 ORDER BY chain_id, id`,
  },
  {
    name: 'audit_seals',
    sql: `SELECT position, first_event_id, last_event_id, event_count, previous_hash, hash, sealed_at FROM audit_seals t ${WHERE}
           ORDER BY position`,
  },
  {
    name: 'audit_archives',
    sql: `SELECT first_position, last_position, last_event_id, event_count, last_hash, sealed_until, file, digest, archived_at
            FROM audit_archives t ${WHERE} ORDER BY last_position`,
  },
  ...SIGN_ON_OF_ORGANIZATION,
  {
    name: 'exports',
    sql: `SELECT id, requested_by, state, requested_at, finished_at, expires_at, size FROM exports t ${WHERE} ORDER BY id`,
  },
];
