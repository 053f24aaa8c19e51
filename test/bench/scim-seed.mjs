// A large directory as the API would have stored it: a user and a group are made through the API, and what that wrote is copied,
// row by row and table by table, with other names.

import { hashScimToken, mintScimToken } from '../../dist/src/scim/domain/scim-token.js';

export const ORGANIZATION = 1;
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
/** Lower-case letters and digits only, so that it stays what it is in folded text. */
const MARK = 'zqmarkzq';

/** What Entra ID sends for a person. */
export function person(name) {
  return {
    schemas: [USER, ENTERPRISE],
    externalId: `ext-${name}`,
    userName: `${name}@bench.example`,
    active: true,
    displayName: `Person ${name}`,
    name: { givenName: 'Person', familyName: name, formatted: `Person ${name}` },
    title: 'Engineer',
    preferredLanguage: 'en-GB',
    emails: [{ value: `${name}@bench.example`, type: 'work', primary: true }],
    phoneNumbers: [{ value: '+44 20 7946 0000', type: 'work' }],
    [ENTERPRISE]: { employeeNumber: name, department: 'Hydrology', costCenter: '4711' },
  };
}

export async function issueToken(client) {
  const { text } = mintScimToken();
  await client.query(
    `INSERT INTO scim_tokens (organization_id, name, token_hash, scopes, created_at, approved_up_to, approved_by, approved_at)
     SELECT $1, 'bench', $2, '{read,write}', now(), 'owner', m.user_id, now()
       FROM organization_members m JOIN roles r ON r.id = m.role_id
      WHERE m.organization_id = $1 AND r.is_built_in AND r.name = 'owner' LIMIT 1`,
    [ORGANIZATION, hashScimToken(text)],
  );
  return text;
}

/** @returns the ids of the user and the group that everything else is a copy of */
export async function makeTemplates(scim) {
  const user = await scim('POST', '/Users', person(MARK));
  const group = await scim('POST', '/Groups', { schemas: [GROUP], displayName: MARK, externalId: `ext-${MARK}` });
  return { userId: user.id, groupId: group.id };
}

/** Users number `from` to `to` by the names `seed<number>`. */
export async function seedUsers(client, { userId }, from, to) {
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMP TABLE seed ON COMMIT DROP AS
     SELECT n, gen_random_uuid() AS resource_id, nextval(pg_get_serial_sequence('users', 'id'))::int AS user_id,
            nextval(pg_get_serial_sequence('scim_resources', 'number')) AS number
       FROM generate_series($1::int, $2::int) n`,
    [from, to],
  );
  const { rows } = await client.query('SELECT user_id FROM scim_resources WHERE id = $1', [userId]);
  const account = rows[0].user_id;
  if (account === null) throw new Error('The user that was created has no account: the copies would have none either.');
  await copy(client, 'users', 'id = $1', [account], `jsonb_build_object('id', seed.user_id)`);
  await copy(client, 'organization_members', 'user_id = $1', [account], `jsonb_build_object('user_id', seed.user_id)`);
  await copy(
    client,
    'scim_resources',
    'id = $1',
    [userId],
    `jsonb_build_object('id', seed.resource_id, 'user_id', seed.user_id, 'number', seed.number)`,
  );
  await client.query('COMMIT');
}

/** Groups of twenty users each, and one of many. @returns the id of that */
export async function seedGroups(client, { groupId }, { groups, largest }) {
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMP TABLE seed ON COMMIT DROP AS
     SELECT n, gen_random_uuid() AS resource_id, nextval(pg_get_serial_sequence('scim_resources', 'number')) AS number
       FROM generate_series(1, $1::int) n`,
    [groups],
  );
  await copy(client, 'scim_resources', 'id = $1', [groupId], `jsonb_build_object('id', seed.resource_id, 'number', seed.number)`);
  await client.query(
    `INSERT INTO scim_group_members (organization_id, group_id, member_id)
     SELECT $1, g.resource_id, u.id
       FROM (SELECT id, row_number() OVER (ORDER BY number) AS place FROM scim_resources
              WHERE organization_id = $1 AND type = 'User') u
       JOIN (SELECT resource_id, generate_series(1, CASE n WHEN 1 THEN $2::int ELSE 20 END)
                                 + CASE n WHEN 1 THEN 0 ELSE n * 20 END AS place FROM seed) g USING (place)`,
    [ORGANIZATION, largest],
  );
  const { rows } = await client.query('SELECT resource_id AS id FROM seed WHERE n = 1');
  await client.query('COMMIT');
  return rows[0].id;
}

/** Copies of the rows that the template has in a table, one for each row of `seed`. */
async function copy(client, table, where, values, keys) {
  await client.query(
    `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
     SELECT made.* FROM ${table} template, seed,
            jsonb_populate_record(NULL::${table}, replace(to_jsonb(template)::text, '${MARK}', 'seed' || seed.n)::jsonb || ${keys}) made
      WHERE template.${where} ORDER BY seed.n`,
    values,
  );
}
