// The minimal statements behind each request, sent by pg over a pool of the size of the load: no HTTP, no token, no schema, no
// check, no log. What SCIM and accounts add is what the ratio shows.
import { quantile } from './load.mjs';
import { ORGANIZATION } from './scim-seed.mjs';

const ATTRIBUTES = 'id, attributes, version, created_at, last_modified_at';
const USERS = `FROM scim_resources WHERE organization_id = ${ORGANIZATION} AND type = 'User'`;

const FIND = {
  'userName eq': prepared('by-name', `SELECT ${ATTRIBUTES} ${USERS} AND name_key = $1`),
  'emails.value eq': prepared('by-value', `SELECT ${ATTRIBUTES} ${USERS} AND search @> $1::jsonb`),
  'externalId eq': prepared('by-external-id', `SELECT ${ATTRIBUTES} ${USERS} AND external_id = $1`),
  'by id': prepared('by-id', `SELECT ${ATTRIBUTES} ${USERS} AND id = $1`),
};

function prepared(name, text) {
  return (...values) => ({ name, text, values });
}

export function finding(name, value) {
  return (client) => client.query(FIND[name](value));
}

/** One transaction: account, membership, resource. */
export function creating(template, name) {
  return async (client) => {
    await client.query('BEGIN');
    const { rows } = await client.query({
      name: 'insert-user',
      text: `INSERT INTO users SELECT made.* FROM users template, jsonb_populate_record(NULL::users, to_jsonb(template) || jsonb_build_object(
               'id', nextval(pg_get_serial_sequence('users', 'id')), 'username', $2::text, 'username_key', $2::text, 'username_look', $2::text, 'email', $2::text,
               'email_key', $2::text)) made WHERE template.id = $1 RETURNING id`,
      values: [template.account, name],
    });
    await client.query({
      name: 'insert-member',
      text: `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
             SELECT organization_id, $2, role_id, now() FROM organization_members WHERE user_id = $1`,
      values: [template.account, rows[0].id],
    });
    await client.query({
      name: 'insert-resource',
      text: `INSERT INTO scim_resources (id, organization_id, type, user_id, name_key, external_id, attributes, search, version,
                                         created_at, last_modified_at)
             SELECT gen_random_uuid(), organization_id, type, $2, $3, $3, attributes, search, 1, now(), now()
               FROM scim_resources WHERE user_id = $1 AND organization_id = ${ORGANIZATION}`,
      values: [template.account, rows[0].id, name],
    });
    await client.query('COMMIT');
  };
}

export function activating(id, active) {
  const json = JSON.stringify({ active });
  return (client) =>
    client.query({
      name: 'activate',
      text: `UPDATE scim_resources SET attributes = attributes || $2::jsonb, search = search || $2::jsonb, version = version + 1,
                    last_modified_at = now() WHERE organization_id = ${ORGANIZATION} AND id = $1`,
      values: [id, json],
    });
}

export function changingMember(groupId, memberId, isAdded) {
  return async (client) => {
    await client.query('BEGIN');
    await client.query({
      name: 'touch-group',
      text: 'UPDATE scim_resources SET version = version + 1, last_modified_at = now() WHERE id = $1',
      values: [groupId],
    });
    await client.query({
      name: isAdded ? 'add-member' : 'remove-member',
      text: isAdded
        ? `INSERT INTO scim_group_members (organization_id, group_id, member_id) VALUES (${ORGANIZATION}, $1, $2) ON CONFLICT DO NOTHING`
        : `DELETE FROM scim_group_members WHERE group_id = $1 AND member_id = $2`,
      values: [groupId, memberId],
    });
    await client.query('COMMIT');
  };
}

/** All users in pages, by keyset. @returns how many */
export async function paging(pool, count) {
  let after = 0;
  let users = 0;
  for (;;) {
    const { rows } = await pool.query({
      name: 'page',
      text: `SELECT number, ${ATTRIBUTES} ${USERS} AND number > $1 ORDER BY number LIMIT $2`,
      values: [after, count],
    });
    if (rows.length === 0) return users;
    after = rows.at(-1).number;
    users += rows.length;
  }
}

/** Each task once, on as many connections as the load has. */
export async function drained(pool, tasks) {
  const latencies = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: pool.options.max }, async () => {
      const client = await pool.connect();
      while (next < tasks.length) {
        const task = tasks[next];
        next += 1;
        const sentAt = performance.now();
        await task(client);
        latencies.push(performance.now() - sentAt);
      }
      client.release();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { rate: tasks.length / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}
