import { readFileSync } from 'node:fs';
import pg from 'pg';
import { postgresCpu } from './processes.mjs';
import { heading, median, number, table, times } from './report.mjs';
import { ORGANIZATION, seedMembers, seedOrganization } from './migration-seed.mjs';
import { logIn, startDatabase, startService } from './service.mjs';

const MEMBERS = Number(process.env.MEMBERS ?? 1_000_000);
const SMALL = MEMBERS / 100;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const EXPORTING_MS = 20_000;
const BASE = `/api/v1/sso/enforcement/migration-plan/${ORGANIZATION}`;

/** The same rows, joined and counted and nothing else; a column of each, or the planner leaves the join out. */
const BARE = `SELECT count(*), count(u.email_key), count(i.issuer), count(x.confirmed_at), count(r.search)
  FROM organization_members m JOIN users u ON u.id = m.user_id
  LEFT JOIN sso_identities i ON i.organization_id = m.organization_id AND i.user_id = m.user_id
  LEFT JOIN mfa_factors x ON x.user_id = m.user_id
  LEFT JOIN scim_resources r ON r.organization_id = m.organization_id AND r.user_id = m.user_id
 WHERE m.organization_id = ${ORGANIZATION}`;

/** Puts all members of an organization into groups, beside a bare count over the same join. */
export async function migrationPlan(scratch, { profileDirectory }) {
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url, profileDirectory });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  scratch.defer(() => client.end());
  await client.query(`SET work_mem = '64MB'`);
  const token = await logIn(service.url, 'sysadmin');
  heading(
    'migration-plan',
    ['pg', '@nestjs/core'],
    [
      `PostgreSQL ${database.version} (durable) and the service on the same cores; one process of the service`,
      `one organization of ${SMALL} and then of ${MEMBERS} members: 40 of 100 linked, half with a factor, a third in a directory, half logged in this month`,
      `bare count: count(*) over the same join in a session of its own, with the same work_mem; medians of ${ROUNDS} alternating rounds`,
    ],
  );
  await seedOrganization(client);
  await seedMembers(client, 1, SMALL);
  const cpu = () => postgresCpu(database.postmasterPid);
  const small = await round(client, service, token, cpu);
  await seedMembers(client, SMALL + 1, MEMBERS);
  const large = await round(client, service, token, cpu);
  table(
    ['', `ms at ${SMALL}`, `ms at ${MEMBERS}`, 'growth', 'of the bare count', `PostgreSQL CPU ms at ${MEMBERS}`, 'of the bare count'],
    Object.keys(large.ms).map((name) => [
      name,
      number(small.ms[name], 0),
      number(large.ms[name], 0),
      times(large.ms[name] / small.ms[name]),
      times(large.ms[name] / large.ms['bare count']),
      number(large.cpu[name], 0),
      times(large.cpu[name] / large.cpu['bare count']),
    ]),
  );
  await move(service, token, client);
  await exporting(service, token);
}

async function round(client, service, token, databaseCpu) {
  const reads = {
    'bare count': () => client.query(BARE),
    'plan (POST)': () => ask(service, token, 'POST', ''),
    'users, first page': () => ask(service, token, 'GET', '/users?limit=100'),
    'users of a group': () => ask(service, token, 'GET', '/users?group=needing_mfa_setup&limit=100'),
    forecast: () => ask(service, token, 'GET', '/forecast'),
  };
  const [taken, spent] = [entries(reads, () => []), entries(reads, () => [])];
  for (const read of Object.values(reads)) await read();
  const before = rss(service);
  for (let number = 0; number < ROUNDS; number += 1) {
    for (const [name, read] of Object.entries(reads)) {
      const [startedAt, cpuBefore] = [performance.now(), databaseCpu()];
      await read();
      taken[name].push(performance.now() - startedAt);
      spent[name].push(databaseCpu() - cpuBefore);
    }
  }
  console.log(`\nMemory of the service: ${number(before, 0)} MiB before, ${number(rss(service), 0)} MiB after.`);
  return { ms: entries(taken, median), cpu: entries(spent, median) };
}

function entries(record, valueOf) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, valueOf(value)]));
}

/** A plan that finds people moved: it keeps who is where, and compares. */
async function move(service, token, client) {
  await client.query(`UPDATE mfa_factors SET confirmed_at = now() WHERE confirmed_at IS NULL`);
  const startedAt = performance.now();
  const { data } = JSON.parse(await ask(service, token, 'POST', ''));
  const [first] = data.plan.diff.moves;
  console.log(
    `\nA plan after ${first.users} people moved from ${first.from.reason} to ${first.to.reason}: ${number(performance.now() - startedAt, 0)} ms.`,
  );
}

/** As much of it as goes out in a while: its memory and its speed do not depend on what is left. */
async function exporting(service, token) {
  const before = rss(service);
  let [most, lines] = [0, 0];
  const startedAt = performance.now();
  const response = await fetch(`${service.url}${BASE}/users.csv`, { headers: { Authorization: `Bearer ${token}` } });
  for await (const part of response.body) {
    lines += part.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
    most = Math.max(most, rss(service));
    if (performance.now() - startedAt > EXPORTING_MS) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `\nusers.csv: ${lines} lines in ${number(seconds, 1)} s, ${number(lines / seconds, 0)} a second; memory ${number(before, 0)} MiB before, at most ${number(most, 0)} MiB.`,
  );
}

async function ask(service, token, method, path) {
  const response = await fetch(`${service.url}${BASE}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text;
}

/** MiB; Linux only. */
function rss({ server }) {
  try {
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return NaN;
  }
}
