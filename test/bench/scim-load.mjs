// What a directory of that size costs day by day: the pace of Entra ID, and a first import beside which others go on reading.
import { load, quantile } from './load.mjs';
import { number, table } from './report.mjs';
import * as raw from './scim-baseline.mjs';
import { ORGANIZATION, person } from './scim-seed.mjs';
import { logIn } from './service.mjs';

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

/** One member after the other over one connection, while nothing else goes on; then with the group mapped to a role and a workspace. */
export async function oneMemberAtATime(bench, largest) {
  const people = await bench.some(Number(process.env.REQUESTS ?? 1_000), bench.users);
  const patch = (operation) => bench.request('PATCH', `/Groups/${largest}`, { schemas: [PATCH], Operations: [operation] });
  const removals = people.map(({ id }) => patch({ op: 'remove', path: `members[value eq "${id}"]` }));
  const additions = people.map(({ id }) => patch({ op: 'add', path: 'members', value: [{ value: id }] }));
  const alone = async (requests) => {
    const plan = { port: bench.service.port, requests, connections: 1, queue: true };
    const { latencies, statuses } = await load(bench.scratch, plan);
    if (Object.keys(statuses).join() !== '204') throw new Error(JSON.stringify(statuses));
    return [number(quantile(latencies, 0.5)), number(quantile(latencies, 0.99))];
  };
  const rows = [];
  for (const mapping of ['unmapped', 'mapped to a role and a workspace']) {
    if (mapping !== 'unmapped') await mapped(bench, largest);
    rows.push([mapping, ...(await alone(removals)), ...(await alone(additions))]);
  }
  console.log(`\nOne member of the largest group at a time, over one connection, ${people.length} of them:`);
  table(['', 'remove p50 ms', 'remove p99 ms', 'add p50 ms', 'add p99 ms'], rows);
  await mapped(bench, null);
}

/** Maps the group to a role in the organization and one in its first workspace; `null` ends the mapping. */
async function mapped({ pool, service }, group_id) {
  const { rows } = await pool.query(
    `SELECT r.id AS role_id, (SELECT min(id) FROM workspaces WHERE organization_id = $1) AS workspace_id
       FROM roles r WHERE organization_id = $1 AND is_built_in AND name NOT IN ('owner', 'viewer') ORDER BY id DESC LIMIT 1`,
    [ORGANIZATION],
  );
  const [{ role_id, workspace_id }] = rows;
  const mappings =
    group_id === null
      ? []
      : [
          { group_id, role_id },
          { group_id, role_id, workspace_id },
        ];
  const response = await fetch(`${service.url}/api/v1/organizations/${ORGANIZATION}/scim-mapping`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${await logIn(service.url)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ mappings }),
  });
  if (!response.ok) throw new Error(`The mapping answered ${response.status}: ${await response.text()}`);
}

/** A cycle of Entra ID at its documented pace of 25 requests a second. */
export async function entraCycle(bench, largest) {
  const people = await bench.some(100, bench.users);
  const requests = people.flatMap(({ id, name }) => [
    bench.filter(`userName eq "${name}@bench.example"`),
    bench.request('PATCH', `/Users/${id}`, {
      schemas: [PATCH],
      Operations: [{ op: 'Replace', path: 'title', value: `Engineer ${name}` }],
    }),
    bench.request('GET', `/Groups/${largest}?excludedAttributes=members`),
    bench.request('PATCH', `/Groups/${largest}`, {
      schemas: [PATCH],
      Operations: [{ op: 'Add', path: 'members', value: [{ value: id }] }],
    }),
  ]);
  const cpu = await bench.service.server.cpu();
  const { latencies, elapsedMs, statuses } = await steady(bench, requests, 40, 10_000);
  const busy = (await bench.service.server.cpu()) - cpu;
  console.log(
    `\nEntra's 25 requests a second for ${number(elapsedMs / 1000, 0)} s: p50 ${number(quantile(latencies, 0.5))} ms, p99 ${number(quantile(latencies, 0.99))} ms, ` +
      `${number((busy / elapsedMs) * 100, 0)} % of one core in the service; answers ${JSON.stringify(statuses)}`,
  );
}

function steady(bench, requests, everyMs, durationMs) {
  return load(bench.scratch, { port: bench.service.port, requests, connections: 1, everyMs, durationMs });
}

/** Many users in requests of 1,000, while another client reads a user every 20 ms. */
export async function importing(bench, count) {
  const { server } = bench.service;
  const [someone] = await bench.some(1, bench.users);
  const names = Array.from({ length: count }, (_, index) => `import${index}`);
  await server.loopDelay();
  const startedAt = performance.now();
  let isOver = false;
  const others = [];
  const watch = (async () => {
    while (!isOver) {
      const result = await steady(bench, [bench.request('GET', `/Users/${someone.id}`)], 20, 2_000);
      others.push(...result.latencies);
    }
  })();
  for (let from = 0; from < names.length; from += 1_000) {
    const Operations = names
      .slice(from, from + 1_000)
      .map((name) => ({ method: 'POST', path: '/Users', bulkId: name, data: person(name) }));
    const answer = await bench.ask('POST', '/Bulk', { schemas: [BULK], Operations });
    const failed = answer.Operations.find(({ status }) => status !== '201');
    if (failed !== undefined) throw new Error(JSON.stringify(failed));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  await watch;
  const delay = await server.loopDelay();
  const base = await raw.drained(
    bench.pool,
    names.map((name) => raw.creating(bench.template, `raw-${name}`)),
  );
  console.log(
    `\nImport of ${count} users by Bulk: ${number(seconds, 1)} s, ${number(count / seconds, 0)} users a second (raw pg, ${bench.pool.options.max} at once, a commit each: ` +
      `${number(base.rate, 0)}); event loop late by ${number(delay.loopP99)} ms (p99), ${number(delay.loopMax)} ms at most; ` +
      `a read of another client meanwhile: p50 ${number(quantile(others, 0.5))} ms, p99 ${number(quantile(others, 0.99))} ms`,
  );
}
