import type { FileOfTable } from './file-of-table.js';

/** What a person did to their own account is theirs; what they did to others and for an organization may name those. */
const OWN_DETAIL = `CASE WHEN e.organization_id IS NULL AND e.action NOT LIKE 'audit.%'
                          AND (e.target_type IS NULL OR e.target_type IN ('session', 'device', 'mfa_factor')
                           OR (e.target_type IN ('user', 'member') AND e.target_id = $1::integer::text)) THEN e.detail END AS detail`;

/** Of others, as the list of security events shows it. */
const OF_OTHERS = `e.id, e.occurred_at, e.action, e.outcome, e.organization_id, e.detail->>'reason' AS reason,
                   CASE WHEN e.actor_user_id IS NULL THEN e.ip END AS ip`;

/** What the trail says of a person, and what they made, changed or decided for an organization: which, where and when. */
export const DEEDS_OF_PERSON: readonly FileOfTable[] = [
  {
    name: 'audit_events_by_you',
    sql: `SELECT e.id, e.occurred_at, e.action, e.outcome, e.organization_id, e.target_type, e.target_id, e.ip, e.request_id, ${OWN_DETAIL}
            FROM audit_events e WHERE e.actor_user_id = $1::integer`,
  },
  {
    name: 'audit_events_about_you',
    sql: `SELECT ${OF_OTHERS} FROM audit_events e
           WHERE e.target_type = 'user' AND e.target_id = $1::integer::text AND e.actor_user_id IS DISTINCT FROM $1::integer
          UNION ALL
          SELECT ${OF_OTHERS} FROM organizations o
            JOIN audit_events e ON e.chain_id = o.id AND e.target_type = 'member' AND e.target_id = $1::integer::text
           WHERE e.actor_user_id IS DISTINCT FROM $1::integer`,
  },
  {
    name: 'work_for_organizations',
    sql: `SELECT 'access_request' AS kind, id::text AS id, 'decided' AS deed, organization_id, decided_at AS at
            FROM access_requests WHERE decided_by = $1
          UNION ALL SELECT 'board', id::text, 'created', organization_id, created_at FROM boards WHERE created_by = $1
          UNION ALL SELECT 'board', id::text, 'changed', organization_id, changed_at FROM boards WHERE changed_by = $1
          UNION ALL SELECT 'column_tag', data_source_id::text, 'changed', organization_id, changed_at FROM column_tags WHERE changed_by = $1
          UNION ALL SELECT 'data_policy', id::text, 'changed', organization_id, updated_at FROM data_policies WHERE updated_by = $1
          UNION ALL SELECT 'discovery', d.id::text, 'requested', s.organization_id, d.requested_at
                      FROM schema_discoveries d JOIN data_sources s ON s.id = d.data_source_id WHERE d.requested_by = $1
          UNION ALL SELECT 'discovery', w.discovery_id::text, 'waited for', s.organization_id, w.cancelled_at
                      FROM schema_discovery_waits w JOIN schema_discoveries d ON d.id = w.discovery_id
                      JOIN data_sources s ON s.id = d.data_source_id WHERE w.user_id = $1
          UNION ALL SELECT 'invitation', id::text, 'sent', organization_id, created_at FROM invitations WHERE invited_by = $1
          UNION ALL SELECT 'invitation', id::text, 'approved', organization_id, NULL FROM invitations WHERE approved_by = $1
          UNION ALL SELECT 'knowledge', id::text, 'changed', organization_id, changed_at FROM knowledge WHERE changed_by = $1
          UNION ALL SELECT 'knowledge_version', v.entry_id || '.' || v.version, 'changed', k.organization_id, v.changed_at
                      FROM knowledge_versions v JOIN knowledge k ON k.id = v.entry_id WHERE v.changed_by = $1
          UNION ALL SELECT 'policy_version', policy_id || '.' || version, 'written', organization_id, created_at
                      FROM abac_policy_versions WHERE author_id = $1
          UNION ALL SELECT 'policy_version', policy_id || '.' || version, 'published', organization_id, published_at
                      FROM abac_policy_versions WHERE published_by = $1
          UNION ALL SELECT 'prompt_template', id::text, 'created', organization_id, created_at
                      FROM prompt_templates WHERE created_by_user_id = $1
          UNION ALL SELECT 'prompt_template_version', v.template_id || '.' || v.number, 'published', t.organization_id, v.published_at
                      FROM prompt_template_versions v JOIN prompt_templates t ON t.id = v.template_id WHERE v.author_user_id = $1
          UNION ALL SELECT 'remembered_data', id::text, 'remembered', organization_id, remembered_at
                      FROM remembered_data WHERE remembered_by = $1
          UNION ALL SELECT 'saved_question', id::text, 'created', organization_id, created_at FROM saved_questions WHERE created_by = $1
          UNION ALL SELECT 'saved_question', id::text, 'changed', organization_id, changed_at FROM saved_questions WHERE changed_by = $1
          UNION ALL SELECT 'scim_token', id::text, 'created', organization_id, created_at FROM scim_tokens WHERE created_by = $1
          UNION ALL SELECT 'scim_token', id::text, 'approved', organization_id, approved_at FROM scim_tokens WHERE approved_by = $1
          UNION ALL SELECT 'sign_in_requirement', organization_id::text, 'changed', organization_id, changed_at
                      FROM sign_in_requirements WHERE changed_by = $1
          UNION ALL SELECT 'sso_connection', id::text, 'tested', organization_id, tested_at FROM sso_connections WHERE tested_by = $1
          UNION ALL SELECT 'sso_enforcement', organization_id::text, 'changed', organization_id, changed_at
                      FROM sso_enforcement WHERE changed_by = $1
          UNION ALL SELECT 'sso_break_glass', user_id::text, 'designated', organization_id, designated_at
                      FROM sso_break_glass WHERE designated_by = $1
          UNION ALL SELECT 'sso_exemption', user_id::text, 'granted', organization_id, granted_at FROM sso_exemptions WHERE granted_by = $1
          UNION ALL SELECT 'sso_group_setting', g.connection_id::text, 'responsible for', c.organization_id, g.updated_at
                      FROM sso_group_settings g JOIN sso_connections c ON c.id = g.connection_id WHERE g.responsible_user_id = $1
          UNION ALL SELECT 'sso_plan', number::text, 'made', organization_id, made_at FROM sso_plans WHERE made_by = $1
          UNION ALL SELECT 'sso_test', id::text, 'started', organization_id, started_at FROM sso_tests WHERE started_by = $1
          UNION ALL SELECT 'sso_wave', number::text, 'created', organization_id, created_at FROM sso_waves WHERE created_by = $1`,
  },
];
