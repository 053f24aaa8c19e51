/** A separate organization, so that the people of the demo do not interfere. */
const ORGANIZATION = 4_711;
const FIRST = 1_000_000;
/** Each in a statement of its own: their indexes are made afterwards, and not row by row. */
const TABLES = { users, organization_members: members, sessions, audit_events: events };

/** What an installation has after some years. Everybody has the password of a person of the demo. @param counts of people and audit events */
export async function seedInstallation(client, counts) {
  // Rows that are true by themselves need no triggers and no checks of foreign keys.
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'`);
  await client.query(
    `INSERT INTO organizations (id, name, plan, created_at, updated_at) VALUES (${ORGANIZATION}, 'Large', 'enterprise', now(), now())`,
  );
  await client.query(`INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (${ORGANIZATION}, 'viewer', true, '{}')`);
  for (const [table, insert] of Object.entries(TABLES)) {
    const indexes = await indexesOf(client, table);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await client.query(insert(counts));
    for (const { definition } of indexes) await client.query(definition);
  }
  await client.query('RESET session_replication_role');
  await client.query('VACUUM ANALYZE');
}

/** The username of one of them. */
export const personOf = (number) => `person-${number}`;

async function indexesOf(client, table) {
  const { rows } = await client.query(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
      WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [table],
  );
  return rows;
}

function users({ people }) {
  return `INSERT INTO users (id, username, username_key, username_look, email, email_key, email_verified_at, claimed_at, status,
                             is_system_admin, password_hash, password_changed_at, trust_epoch, created_at, updated_at)
    SELECT ${FIRST} + n, name, name, name, name || '@large.example', name || '@large.example', now(), now(), 'active',
           false, demo.password_hash, now(), 1, now(), now()
      FROM generate_series(1, ${people}) n, LATERAL (SELECT 'person-' || n AS name) named,
           (SELECT password_hash FROM users WHERE username_key = 'olivia') demo`;
}

function members({ people }) {
  return `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
    SELECT ${ORGANIZATION}, ${FIRST} + n, (SELECT id FROM roles WHERE organization_id = ${ORGANIZATION}), now()
      FROM generate_series(1, ${people}) n`;
}

function sessions({ people }) {
  return `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, created_at, last_used_at, expires_at, network, device_name)
    SELECT ${FIRST} + n, sha256(n::text::bytea), '{pwd}', 'aal1', at, at, at, at + interval '30 days', '203.0.113.' || n % 250, 'Browser'
      FROM generate_series(1, ${people}, 3) n, LATERAL (SELECT now() - n % 2000000 * interval '1 second' AS at) used`;
}

function events({ events: count, people }) {
  return `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id, ip, request_id, detail)
    SELECT now() - (${count} - n) * interval '5 seconds', 'seed.action_' || n % 40, CASE WHEN n % 50 = 11 THEN 'refused' ELSE 'success' END,
           ${FIRST} + 1 + n % ${people}, CASE WHEN n % 4 > 0 THEN ${ORGANIZATION} END, CASE n % 3 WHEN 0 THEN 'user' WHEN 1 THEN 'member' ELSE 'thing' END,
           n::text, '203.0.113.7', n::text, jsonb_build_object('n', n)
      FROM generate_series(1, ${count}) n`;
}
