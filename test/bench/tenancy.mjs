import pg from 'pg';
import { number, over, table, times } from './report.mjs';
import { compareReads, sample } from './read.mjs';
import { logIn, startDatabase, startService } from './service.mjs';

const MEMBERS = 100_000;
const ROUNDS = 4;
const DURATION_MS = 1_500;

/** What a permission check costs a read; and whether lists of a large organization cost more than its primary key. */
export async function tenancy(scratch, { profileDirectory }) {
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url, profileDirectory });
  await compareReads(scratch, { name: 'tenancy', routes: ['/api/v1/organizations/1'], database, service });
  await largeOrganization(scratch, service, await fill(database.url));
}

/** An organization with many members, olivia among them. @returns its id */
async function fill(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `
    WITH organization AS (
      INSERT INTO organizations (name, plan, created_at, updated_at) VALUES ('Large', 'enterprise', now(), now()) RETURNING id
    ), role AS (
      INSERT INTO roles (organization_id, name, is_built_in, permissions)
      SELECT id, 'owner', true, '{*}' FROM organization RETURNING id, organization_id
    ), people AS (
      INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
      SELECT 'person' || n, 'person' || n, 'person' || n || '@large.example', 'person' || n || '@large.example', 'active',
             false, 1, now(), now() FROM generate_series(1, $1::int) AS n RETURNING id
    ), everybody AS (
      SELECT id FROM people UNION ALL SELECT id FROM users WHERE username = 'olivia'
    ), members AS (
      INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
      SELECT role.organization_id, everybody.id, role.id, now() FROM role, everybody
    )
    SELECT organization_id AS id FROM role`,
    [MEMBERS],
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
  return rows[0].id;
}

async function largeOrganization(scratch, service, id) {
  const token = await logIn(service.url);
  const base = `/api/v1/organizations/${id}`;
  const routes = {
    'the organization, by primary key': base,
    'its members, first page': `${base}/members`,
    'its members, page 5,000': `${base}/members?page=5000`,
    'its members found by the beginning of a name': `${base}/members?search=person4711`,
  };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = {};
    for (const [name, path] of Object.entries(routes)) {
      results[name] = await sample(scratch, service, path, token, DURATION_MS);
    }
    rounds.push(results);
  }
  const [baseline] = Object.keys(routes);
  console.log(`\nAn organization of ${MEMBERS.toLocaleString('en')} members:`);
  table(
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'p50 of the primary-key read', 'server CPU ms/request'],
    Object.keys(routes).map((name) => {
      const figure = (key, digits) =>
        number(
          over(rounds, (round) => round[name][key]),
          digits,
        );
      const ratio = over(rounds, (round) => round[name].p50 / round[baseline].p50);
      return [name, figure('rate', 0), figure('p50', 1), figure('p99', 1), times(ratio), figure('cpuMs', 2)];
    }),
  );
}
