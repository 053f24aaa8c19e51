import { mintToken } from '../../src/shared/one-time-token.js';
import { column, plant, table } from './planted-schema.js';
import { versionsOf } from './policies.js';
import { selfSigned } from './self-signed.js';
import type { TestApp } from './test-app.js';

/** The ids of what routes may name, by the names of their parameters, and of people and roles that bodies name. */
export type Scene = Readonly<Record<string, number>>;

const CONNECTION = {
  clientId: 'headgate',
  scopes: ['openid'],
  tenant: null,
  clientAuthentication: 'none',
  attributes: { email: 'email', name: 'name', groups: 'groups' },
  addressProof: 'claim',
  provisions: false,
  trustsMfa: false,
};
const POLICY = {
  effect: 'forbid',
  action: { op: 'All' },
  resource: { op: 'All' },
  conditions: [],
  principal: { op: '==', entity: { type: 'User', id: '2000000000' } },
};
const DECIDED = {
  organizationId: 1,
  action: 'workspace.read',
  resource: { type: 'Organization' },
  allowedByRoles: true,
  principal: { userId: 1, attributes: {}, own: {} },
};

/** One round trip with plans that are kept: the scene is set hundreds of times. */
const SET_SCENE = `
  CREATE TABLE scene_members AS SELECT organization_id, user_id, role_id, joined_at FROM organization_members;
  CREATE FUNCTION set_scene(at timestamptz, token_of_invitation bytea, of_connection jsonb, tree_of_policy jsonb, decided jsonb, of_certificate text)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    until timestamptz = at + interval '1 day';
    scene jsonb = '{"org_id": 1, "organization_id": 1, "version": 1, "number": 1, "device_id": 1, "factor_id": 1,
                    "session_id": 2000000000}';
    made bigint;
    the_connection bigint;
    the_member bigint;
    the_outsider bigint;
    the_viewer bigint;
    the_workspace bigint;
    the_source bigint;
    the_template bigint;
    the_board bigint;
    the_webhook bigint;
    the_owner bigint = (SELECT id FROM users WHERE username = 'olivia');
    the_name text;
  BEGIN
    DELETE FROM invitations;
    DELETE FROM sso_enforcement;
    DELETE FROM sign_in_requirements WHERE factor_from IS NULL;
    DELETE FROM sso_domains;
    DELETE FROM sso_connections;
    INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, created_at, updated_at)
      VALUES (1, 'Matrix', 'oidc', 'draft', 'https://127.0.0.1:9', of_connection, now(), now())
      RETURNING id INTO the_connection;
    INSERT INTO sso_tests (organization_id, connection_id, configuration_version, started_by, ticket_hash, status, steps,
                           started_at, expires_at)
      VALUES (1, the_connection, 1, the_owner, '\\x00', 'running', '[]', now(), now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('connection_id', the_connection, 'test_id', made);
    INSERT INTO sso_service_keys (connection_id, is_current, fingerprint, certificate, private_key_sealed, not_after, created_at)
      VALUES (the_connection, false, 'of the matrix', of_certificate, 'sealed', now() + interval '1 year', now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('key_id', made);
    INSERT INTO sso_domains (organization_id, domain, challenge, status, created_at)
      VALUES (1, 'matrix.example', 'challenge', 'pending', now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('domain_id', made);
    DELETE FROM abac_policies;
    INSERT INTO abac_policies (organization_id, name, status, created_at, updated_at)
      VALUES (1, 'Matrix', 'draft', now(), now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('policy_id', made);
    ${versionsOf('made', '1', { tree: 'tree_of_policy' })};
    DELETE FROM data_policies;
    INSERT INTO data_policies (organization_id, name, description, tree, rules, status, version, updated_by, updated_at)
      VALUES (1, 'Matrix', '', '{}', '[]', 'draft', 1, 1, now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('data_policy_id', made);
    INSERT INTO abac_decisions (organization_id, decided_at, user_id, is_allowed, reason, policies, errors, request, request_hash)
      VALUES (1, at, 1, false, 'policy', '[]', '{}', decided, '') RETURNING id INTO made;
    scene = scene || jsonb_build_object('decision_id', made);
    DELETE FROM scim_events;
    DELETE FROM scim_tokens;
    INSERT INTO scim_tokens (organization_id, name, token_hash, scopes, created_at)
      VALUES (1, 'Matrix', '\\x00', '{read}', now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('token_id', made);
    DELETE FROM access_keys;
    DELETE FROM workspace_members;
    DELETE FROM workspaces WHERE id > 1;
    -- Callers may have left.
    INSERT INTO organization_members (organization_id, user_id, role_id, joined_at) SELECT * FROM scene_members ON CONFLICT DO NOTHING;
    DELETE FROM organization_members WHERE user_id IN (SELECT id FROM users WHERE username LIKE 'matrix-%');
    DELETE FROM roles WHERE organization_id = 1 AND NOT is_built_in;
    DELETE FROM users WHERE username = 'new-user';
    UPDATE users SET status = 'active' WHERE username LIKE 'matrix-%';
    -- Whom the organization brought, so that it may help them with their account.
    FOREACH the_name IN ARRAY ARRAY['matrix-member', 'matrix-outsider'] LOOP
      INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at,
                         provisioned_by)
        VALUES (the_name, the_name, the_name || '@delta.example', the_name || '@delta.example', 'active', false, 1, now(), now(), 1)
        ON CONFLICT DO NOTHING;
    END LOOP;
    the_viewer = (SELECT r.id FROM roles r WHERE r.organization_id = 1 AND r.name = 'viewer');
    the_member = (SELECT id FROM users WHERE username = 'matrix-member');
    the_outsider = (SELECT id FROM users WHERE username = 'matrix-outsider');
    scene = scene || jsonb_build_object('viewer', the_viewer, 'user_id', the_member, 'outsider', the_outsider);
    INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
      VALUES (1, the_member, the_viewer, now()), (1, the_outsider, the_viewer, now());
    INSERT INTO sso_exemptions (organization_id, user_id, reason, granted_at, expires_at)
      VALUES (1, the_member, 'Merger', '2020-01-01', '2100-01-01');
    INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
      VALUES (1, the_connection, the_member, 'https://gone.example', 'matrix', 'proof', now())
      RETURNING id INTO made;
    scene = scene || jsonb_build_object('identity_id', made);
    INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Matrix', false, '{workspace.read}')
      RETURNING id INTO made;
    scene = scene || jsonb_build_object('role_id', made);
    INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
      VALUES (1, 'Matrix', the_viewer, now(), now()) RETURNING id INTO the_workspace;
    scene = scene || jsonb_build_object('workspace_id', the_workspace);
    INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at)
      VALUES (the_workspace, 1, the_member, the_viewer, now());
    INSERT INTO invitations (organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status,
                             invited_by, created_at, expires_at)
      VALUES (1, the_workspace, the_viewer, 'viewer', 'invited@elsewhere.example', 'invited@elsewhere.example',
              token_of_invitation, 'pending', the_owner, at, until) RETURNING id INTO made;
    scene = scene || jsonb_build_object('invitation_id', made);
    INSERT INTO access_keys (organization_id, user_id, name, token_hash, hint, scopes, trust_epoch, created_at, expires_at)
      VALUES (1, the_member, 'Matrix', '\\x00', 'abcd', '{query.run}', 1, at, until) RETURNING id INTO made;
    scene = scene || jsonb_build_object('access_key_id', made);
    INSERT INTO access_keys (organization_id, user_id, name, hint, scopes, trust_epoch, created_at, expires_at, client_id, redirect_host,
                             refused_scopes)
      VALUES (1, the_member, 'Matrix', '', '{query.run}', 1, at, until, 'matrix', 'localhost', '{}') RETURNING id INTO made;
    scene = scene || jsonb_build_object('agent_id', made);
    DELETE FROM agent_rules;
    DELETE FROM agent_clients WHERE client_id <> 'headgate-demo';
    INSERT INTO agent_clients (organization_id, client_id, name, redirect_uris, has_secrets, created_at)
      VALUES (1, 'matrix', 'Matrix', '{http://localhost/callback}', true, at) RETURNING id INTO made;
    scene = scene || jsonb_build_object('agent_client_id', made);
    INSERT INTO agent_client_secrets (agent_client_id, secret_hash, hint, created_at, expires_at)
      VALUES (made, '\\x00', 'abcd', at, until) RETURNING id INTO made;
    scene = scene || jsonb_build_object('secret_id', made);
    DELETE FROM remembered_data;
    INSERT INTO remembered_data (organization_id, source_name, engine, place, keys, remembered_at)
      VALUES (1, 'Matrix', 'sqlite', 'remembered.db', '{file:remembered.db}', at) RETURNING id INTO made;
    scene = scene || jsonb_build_object('record_id', made);
    DELETE FROM access_requests;
    INSERT INTO access_requests (organization_id, kind, subject, reason, is_emergency, status, requested_by, created_at, expires_at)
      VALUES (1, 'act_as_owner', '{}', 'Matrix', false, 'requested', (SELECT id FROM users WHERE username = 'sysadmin'), at, until)
      RETURNING id INTO made;
    scene = scene || jsonb_build_object('request_id', made);
    DELETE FROM ask_settings;
    DELETE FROM data_sources WHERE id > 2;
    INSERT INTO data_sources (organization_id, name, engine, connection, created_at, updated_at)
      VALUES (1, 'Matrix', 'sqlite', '{"file": "matrix.db"}', now(), now()) RETURNING id INTO the_source;
    scene = scene || jsonb_build_object('data_source_id', the_source);
    INSERT INTO schema_discoveries (data_source_id, state, requested_at, heartbeat_at)
      VALUES (the_source, 'running', now(), now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('discovery_id', made);
    INSERT INTO query_executions (organization_id, user_id, data_source_id, outcome, started_at, heartbeat_at)
      VALUES (1, the_owner, the_source, 'running', now(), now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('DELETE execution_id', made);
    DELETE FROM prompt_templates WHERE id > 4;
    INSERT INTO prompt_templates (organization_id, name, description, template_text, parameters, category, tags,
                                  compatible_data_source_ids, status, is_public, created_by_user_id, created_at, updated_at)
      VALUES (1, 'Matrix', '', 'Which rivers?', '[]', 'general', '{}', '{}', 'draft', false, the_member, now(), now())
      RETURNING id INTO the_template;
    INSERT INTO prompt_template_versions (template_id, number, name, description, template_text, parameters, category,
                                          tags, compatible_data_source_ids, checksum, message, author_user_id, published_at)
      VALUES (the_template, 1, 'Matrix', '', 'Which lakes?', '[]', 'general', '{}', '{}', '', '', the_member, now());
    UPDATE prompt_templates SET status = 'published', published_version = 1 WHERE id = the_template;
    scene = scene || jsonb_build_object('template_id', the_template);
    INSERT INTO query_executions (organization_id, user_id, data_source_id, template_id, question, sql, outcome,
                                  started_at, heartbeat_at)
      VALUES (1, the_member, the_source, the_template, 'Which lakes?', 'SELECT 1', 'generated', now(), now())
      RETURNING id INTO made;
    scene = scene || jsonb_build_object('execution_id', made);
    INSERT INTO conversations (organization_id, user_id, data_source_id, title, created_at, last_asked_at)
      VALUES (1, the_owner, the_source, 'Which lakes?', now(), now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('conversation_id', made);
    INSERT INTO knowledge (organization_id, data_source_id, kind, name, definition, sql, state, version, changed_by, created_at,
                           changed_at)
      VALUES (1, the_source, 'verified_pair', 'Rivers', 'Flowing water.', 'SELECT 1', 'valid', 1, the_member, now(), now())
      RETURNING id INTO made;
    scene = scene || jsonb_build_object('pair_id', made);
    INSERT INTO knowledge (organization_id, data_source_id, kind, name, definition, sql, state, version, changed_by, created_at,
                           changed_at)
      VALUES (1, the_source, 'glossary_term', 'Rivers', 'Flowing water.', 'SELECT 1', 'valid', 1, the_member, now(), now())
      RETURNING id INTO made;
    scene = scene || jsonb_build_object('term_id', made);
    INSERT INTO saved_questions (organization_id, data_source_id, title, description, sql, version, created_by, changed_by, created_at,
                                 changed_at)
      VALUES (1, the_source, 'Rivers', '', 'DELETE FROM one', 1, the_member, the_member, now(), now()) RETURNING id INTO made;
    scene = scene || jsonb_build_object('question_id', made);
    INSERT INTO boards (organization_id, name, version, created_by, changed_by, created_at, changed_at)
      VALUES (1, 'Rivers', 1, the_member, the_member, now(), now()) RETURNING id INTO the_board;
    INSERT INTO board_questions (board_id, question_id, position) VALUES (the_board, made, 1);
    scene = scene || jsonb_build_object('board_id', the_board);
    DELETE FROM webhooks;
    INSERT INTO webhooks (organization_id, name, url, actions, version, after_event_id, failures, next_attempt_at, created_at, changed_at)
      VALUES (1, 'Matrix', 'https://127.0.0.1:9', '{}', 1, 0, 0, now(), now(), now()) RETURNING id INTO the_webhook;
    made = (SELECT min(id) FROM audit_events WHERE organization_id = 1);
    RETURN scene || jsonb_build_object('webhook_id', the_webhook, 'event_id', made);
  END $$`;

const CERTIFICATE = selfSigned('matrix.test', { type: 'rsa' }).cert;

/** @returns what makes organization 1 as it was, with one of everything that a route may name */
export async function sceneOfAccess({ dataSource, clock }: TestApp): Promise<() => Promise<Scene>> {
  await dataSource.query(SET_SCENE);
  return async () => {
    const decided = { ...DECIDED, context: { now: clock.now() } };
    const [{ scene }] = await dataSource.query('SELECT set_scene($1, $2, $3, $4, $5, $6) AS scene', [
      ...[clock.now(), mintToken().hash, CONNECTION, POLICY, decided, CERTIFICATE],
    ]);
    await plant(dataSource, scene.data_source_id, [{ name: 'main', relations: [table('main', 'one', [column('id')])] }]);
    return scene;
  };
}
