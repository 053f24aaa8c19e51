/** A separate organization, so that the people of the demo do not interfere. */
export const ORGANIZATION = 4_711;

const DAYS = '30 days';
const BATCH = 100_000;

/** Members number `from` to `to`: 40 of 100 have logged in through single sign-on, half have a second factor, a third are in a directory. */
export async function seedMembers(client, from, to) {
  for (let first = from; first <= to; first += BATCH) await seedBatch(client, [first, Math.min(first + BATCH - 1, to)]);
  await client.query('VACUUM ANALYZE');
}

export async function seedOrganization(client) {
  await client.query(
    `INSERT INTO organizations (id, name, plan, created_at, updated_at) VALUES (${ORGANIZATION}, 'Large', 'enterprise', now(), now())`,
  );
  await client.query(
    `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (${ORGANIZATION}, 'viewer', true, '{sso.read}')`,
  );
  await client.query(
    `INSERT INTO sso_connections (id, organization_id, name, type, status, issuer, settings, tested_version, tested_at, created_at, updated_at)
     SELECT ${ORGANIZATION} + n, ${ORGANIZATION}, 'Connection ' || n, 'oidc', CASE n WHEN 1 THEN 'active' ELSE 'disabled' END,
            'https://idp' || n || '.example', '{}', 1, now(), now(), now() FROM generate_series(1, 2) n`,
  );
  await client.query(
    `INSERT INTO sso_domains (organization_id, domain, challenge, status, created_at)
     VALUES (${ORGANIZATION}, 'large.example', '', 'verified', now())`,
  );
}

async function seedBatch(client, range) {
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO users (id, username, username_key, email, email_key, email_verified_at, status, is_system_admin, trust_epoch, created_at, updated_at)
     SELECT 1000000 + n, 'm' || n, 'm' || n, mail, mail, now(), CASE WHEN n % 50 = 7 THEN 'disabled' ELSE 'active' END, false, 1, now(), now()
       FROM generate_series($1::int, $2::int) n, LATERAL (SELECT 'm' || n || CASE WHEN n % 20 = 3 THEN '@guests.example' ELSE '@large.example' END AS mail) x`,
    range,
  );
  await client.query(
    `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, suspended_at)
     SELECT ${ORGANIZATION}, 1000000 + n, (SELECT id FROM roles WHERE organization_id = ${ORGANIZATION}), now(),
            CASE WHEN n % 40 = 9 THEN now() END FROM generate_series($1::int, $2::int) n`,
    range,
  );
  await client.query(
    `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, email, email_key, linked_by, linked_at, last_login_at, login_count)
     SELECT ${ORGANIZATION}, ${ORGANIZATION} + c, 1000000 + n, 'https://idp' || c || '.example', n::text, u.email, u.email_key, 'proof', now(), now(), 1
       FROM generate_series($1::int, $2::int) n JOIN users u ON u.id = 1000000 + n,
            LATERAL (SELECT CASE WHEN n % 30 = 1 THEN 2 ELSE 1 END AS c) x WHERE n % 5 < 2`,
    range,
  );
  await client.query(
    `INSERT INTO mfa_factors (user_id, type, name, secret_sealed, created_at, confirmed_at)
     SELECT 1000000 + n, 'totp', 'Phone', repeat('x', 120), now(), CASE WHEN n % 10 <> 4 THEN now() END
       FROM generate_series($1::int, $2::int) n WHERE n % 2 = 0`,
    range,
  );
  await client.query(
    `INSERT INTO scim_resources (id, organization_id, type, name_key, external_id, user_id, attributes, search, version, created_at, last_modified_at)
     SELECT gen_random_uuid(), ${ORGANIZATION}, 'User', u.email_key, 'ext-' || n, u.id, entry, entry, 1, now(), now()
       FROM generate_series($1::int, $2::int) n JOIN users u ON u.id = 1000000 + n,
            LATERAL (SELECT jsonb_build_object('username', u.email_key, 'active', n % 120 <> 9, 'displayname', 'Person ' || n,
              'title', 'Engineer', 'name', jsonb_build_object('givenname', 'Person', 'familyname', n::text),
              'emails', jsonb_build_array(jsonb_build_object('primary', true, 'type', 'work', 'value',
                 CASE WHEN n % 300 = 0 THEN 'x' ELSE '' END || u.email_key))) AS entry) x WHERE n % 3 = 0`,
    range,
  );
  await client.query(
    `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, created_at, last_used_at, expires_at, network, device_name,
                           sso_connection_id)
     SELECT 1000000 + n, sha256(('s' || n)::bytea), '{pwd}', 'aal1', at, at, at, at + interval '90 days', '203.0.113.0/24', 'Browser',
            CASE WHEN n % 5 < 2 THEN ${ORGANIZATION} + 1 END
       FROM generate_series($1::int, $2::int) n, LATERAL (SELECT now() - interval '${DAYS}' * ((n % 97) / 100.0) AS at) x WHERE n % 2 = 1`,
    range,
  );
  await client.query('COMMIT');
}
