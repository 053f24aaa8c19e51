import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { accessMatrix } from '../support/access-matrix.js';
import { requestFor } from '../support/route-requests.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MISSING = 2_000_000_000;

/** Every route that is about one thing of an organization, found by its id alone. */
const ROUTES = [...accessMatrix().keys()].filter((route) =>
  /:(template|data_source|execution|conversation|pair|term|workspace|role|connection|domain|identity)_id/.test(
    route.replace(/:org_id.*/, ''),
  ),
);

describe('An id of another tenant costs and leaves what a missing one does', () => {
  let app: TestApp;
  let foreign: Record<string, number>;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    for (const name of ['oscar', 'nora']) tokens[name] = (await logIn(app.http, name)).accessToken;
    const planted = async (sql: string, values: unknown[] = []): Promise<number> =>
      (await app.dataSource.query(`${sql} RETURNING id`, values))[0].id;
    const connection = await planted(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, created_at, updated_at)
       VALUES (1, 'Foreign', 'oidc', 'draft', 'https://127.0.0.1:9', $1, now(), now())`,
      [{ clientId: 'headgate', scopes: ['openid'], tenant: null, clientAuthentication: 'none', attributes: {} }],
    );
    const template = await planted(
      `INSERT INTO prompt_templates (organization_id, name, description, template_text, parameters, category, tags,
                                     compatible_data_source_ids, status, is_public, created_by_user_id, created_at, updated_at)
       VALUES (1, 'Foreign', '', 'Which rivers?', '[]', 'general', '{}', '{}', 'draft', false,
               (SELECT id FROM users WHERE username = 'olivia'), now(), now())`,
    );
    const source = await planted(
      `INSERT INTO data_sources (organization_id, name, engine, connection, created_at, updated_at)
       VALUES (1, 'Foreign', 'sqlite', '{"file": "foreign.db"}', now(), now())`,
    );
    foreign = {
      connection_id: connection,
      template_id: template,
      data_source_id: source,
      execution_id: await planted(
        `INSERT INTO query_executions (organization_id, user_id, data_source_id, outcome, sql, started_at, heartbeat_at)
         VALUES (1, (SELECT id FROM users WHERE username = 'olivia'), $1, 'generated', 'SELECT 1', now(), now())`,
        [source],
      ),
      conversation_id: await planted(
        `INSERT INTO conversations (organization_id, user_id, data_source_id, title, created_at, last_asked_at)
         VALUES (1, (SELECT id FROM users WHERE username = 'olivia'), $1, 'Foreign', now(), now())`,
        [source],
      ),
      ...Object.fromEntries(
        await Promise.all(
          (['pair_id', 'term_id'] as const).map(async (name) => [
            name,
            await planted(
              `INSERT INTO knowledge (organization_id, data_source_id, kind, name, sql, state, version, changed_by, created_at,
                                      changed_at)
               VALUES (1, $1, $2, 'Foreign', 'SELECT 1', 'valid', 1, (SELECT id FROM users WHERE username = 'olivia'), now(),
                       now())`,
              [source, name === 'pair_id' ? 'verified_pair' : 'glossary_term'],
            ),
          ]),
        ),
      ),
      question_id: await planted(
        `INSERT INTO saved_questions (organization_id, data_source_id, title, description, sql, version, created_by, changed_by,
                                      created_at, changed_at)
         SELECT 1, $1, 'Foreign', '', 'SELECT 1', 1, id, id, now(), now() FROM users WHERE username = 'olivia'`,
        [source],
      ),
      board_id: await planted(
        `INSERT INTO boards (organization_id, name, version, created_by, changed_by, created_at, changed_at)
         SELECT 1, 'Foreign', 1, id, id, now(), now() FROM users WHERE username = 'olivia'`,
      ),
      workspace_id: await planted(
        `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
         SELECT 1, 'Foreign', id, now(), now() FROM roles WHERE organization_id = 1 AND name = 'viewer'`,
      ),
      role_id: await planted(
        `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Foreign', false, '{workspace.read}')`,
      ),
      domain_id: await planted(
        `INSERT INTO sso_domains (organization_id, domain, challenge, status, created_at)
         VALUES (1, 'foreign.example', 'challenge', 'pending', now())`,
      ),
      identity_id: await planted(
        `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
         VALUES (1, $1, (SELECT id FROM users WHERE username = 'vera'), 'https://gone.example', 'foreign', 'proof', now())`,
        [connection],
      ),
    };
  });
  afterAll(() => app.close());

  /** What a caller is told, the statements that this took, and the rows that it left; the id itself stands as `ID`. */
  const tracesOf = async (route: string, caller: string, ids: Record<string, number>) => {
    const { method, path, body, headers } = requestFor(route, ids);
    const [{ last }] = await app.dataSource.query('SELECT max(id) AS last FROM audit_events');
    const query = jest.spyOn(Client.prototype, 'query');
    const answer = await app.http.send(method, path, body, { token: tokens[caller], headers });
    const statements = query.mock.calls
      .map(([sent]: unknown[]) => (typeof sent === 'string' ? sent : (sent as { text: string }).text))
      // Of the quotas, every few seconds, whatever is asked.
      .filter((text) => !text.includes('quota_counters'));
    query.mockRestore();
    const rows = await app.dataSource.query(
      `SELECT action, outcome, actor_user_id, organization_id, target_type, target_id, detail
         FROM audit_events WHERE id > $1 AND target_type IS DISTINCT FROM 'member' ORDER BY id`,
      [last],
    );
    const asked = Object.entries(ids).filter(([name]) => route.includes(`:${name}`))[0]?.[1];
    const told = { code: answer.body.code, message: answer.body.message };
    const blurred = JSON.stringify({ status: answer.status, told, statements, rows }).replaceAll(`"${asked}"`, '"ID"');
    return JSON.parse(blurred);
  };

  it('on every route that finds something by its id', () => {
    expect(ROUTES.length).toBeGreaterThan(50);
  });

  it.each(ROUTES)('%s', async (route) => {
    const missing = Object.fromEntries(Object.keys(foreign).map((name) => [name, MISSING]));
    for (const caller of ['oscar', 'nora']) {
      // The first request of a connection prepares it.
      await tracesOf(route, caller, missing);
      const expected = await tracesOf(route, caller, missing);
      expect([403, 404]).toContain(expected.status);
      expect(expected.rows.length).toBeGreaterThan(0);
      expect(await tracesOf(route, caller, foreign)).toEqual(expected);
    }
  });
});
