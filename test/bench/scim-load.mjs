// What a directory of that size costs day by day: the pace of Entra ID, and a first import beside which others go on reading.
import { load, quantile } from './load.mjs';
import { number } from './report.mjs';
import * as raw from './scim-baseline.mjs';
import { person } from './scim-seed.mjs';

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

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

/** Many users in requests of 1,000, while somebody else reads a user every 20 ms. */
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
      `a read of somebody else meanwhile: p50 ${number(quantile(others, 0.5))} ms, p99 ${number(quantile(others, 0.99))} ms`,
  );
}
