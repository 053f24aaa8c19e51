import pg from 'pg';
import { load, quantile, request } from './load.mjs';
import { postgresCpu } from './processes.mjs';
import { heading, number, table, times } from './report.mjs';
import * as raw from './scim-baseline.mjs';
import { entraCycle, importing, oneMemberAtATime } from './scim-load.mjs';
import { issueToken, makeTemplates, ORGANIZATION, person, seedGroups, seedUsers } from './scim-seed.mjs';
import { startDatabase, startService } from './service.mjs';

const USERS = Number(process.env.USERS ?? 100_000);
const FIRST = USERS / 10;
const GROUPS = USERS / 50;
const LARGEST = USERS / 2;
const IMPORTED = USERS / 10;
const CONNECTIONS = 4;
const REQUESTS = Number(process.env.REQUESTS ?? 1_000);
const PAGE = 200;
const TYPE = 'application/scim+json';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A directory of a large organization, beside the minimal statements sent by pg; and what it costs all others. */
export async function scim(scratch, { profileDirectory }) {
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url, profileDirectory });
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS });
  scratch.defer(() => pool.end());
  const token = await issueToken(pool);
  const bench = new ScimBench({ scratch, service, pool, token, postmasterPid: database.postmasterPid });
  heading(
    'scim',
    ['pg', '@nestjs/core'],
    [
      `PostgreSQL ${database.version} (durable) and the load generator on the same cores; one process of the service`,
      `${USERS} users, ${GROUPS} groups, the largest of ${LARGEST} members; ${REQUESTS} different requests each, closed loop over ${CONNECTIONS} connections`,
      'raw pg: the minimal statements of the same work over a pool of the same size, without HTTP, token, checks, audit or log',
    ],
  );
  await bench.run();
}

class ScimBench {
  constructor(parts) {
    Object.assign(this, parts, { users: USERS });
  }

  async run() {
    const templates = await makeTemplates((...args) => this.ask(...args));
    const { rows } = await this.pool.query('SELECT user_id AS account FROM scim_resources WHERE id = $1', [templates.userId]);
    this.template = rows[0];
    await this.seed(templates, 1, FIRST);
    const small = await this.lookUps(FIRST);
    await this.seed(templates, FIRST + 1, USERS);
    this.largest = await this.withClient((client) => seedGroups(client, templates, { groups: GROUPS, largest: LARGEST }));
    await this.pool.query('VACUUM ANALYZE');
    await this.verify();
    const large = await this.lookUps(USERS);
    const rest = [await this.create(), ...(await this.changes()), await this.paging()];
    this.report([...large, ...rest]);
    table(
      ['look-up', `p50 ms at ${FIRST}`, `p50 ms at ${USERS}`, 'growth'],
      large.map((one, index) => [
        one.name,
        number(small[index].scim.p50),
        number(one.scim.p50),
        times(one.scim.p50 / small[index].scim.p50),
      ]),
    );
    await oneMemberAtATime(this, this.largest);
    await entraCycle(this, this.largest);
    await importing(this, IMPORTED);
  }

  async seed(templates, from, to) {
    await this.withClient((client) => seedUsers(client, templates, from, to));
    await this.pool.query('VACUUM ANALYZE');
  }

  async withClient(work) {
    const client = await this.pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  async ask(method, path, body) {
    const response = await fetch(`${this.service.url}/scim/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, Accept: TYPE, 'Content-Type': TYPE },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Milliseconds; unlike the others it hardly depends on what else the machine does. */
  async cpu() {
    return { server: await this.service.server.cpu(), database: postgresCpu(this.postmasterPid) };
  }

  request(method, path, body) {
    return request({ method, path: `/scim/v2${path}`, body, token: this.token, type: TYPE });
  }

  filter(text) {
    return this.request('GET', `/Users?filter=${encodeURIComponent(text)}`);
  }

  /** What was copied has to be found as what was made. */
  async verify() {
    for (const name of ['seed1', `seed${USERS}`]) {
      const { totalResults, Resources } = await this.ask(
        'GET',
        `/Users?filter=${encodeURIComponent(`emails.value eq "${name}@BENCH.example"`)}`,
      );
      if (totalResults !== 1 || Resources[0].userName !== `${name}@bench.example`) throw new Error(`${name} was not found.`);
    }
    const { totalResults } = await this.ask('GET', '/Users?count=0');
    if (totalResults < USERS) throw new Error(`There are ${totalResults} users only.`);
    const group = await this.ask('GET', `/Groups/${this.largest}`);
    if (group.members.length !== LARGEST) throw new Error(`The largest group shows ${group.members.length} members.`);
  }

  /** Users that were copied, spread over all of the first `most`. */
  async some(count, most) {
    const { rows } = await this.pool.query(
      `SELECT id, name_key AS name FROM scim_resources
        WHERE organization_id = $1 AND type = 'User' AND name_key LIKE 'seed%' AND number % greatest(1, $3::int / $2::int) = 0 LIMIT $2`,
      [ORGANIZATION, count, most],
    );
    return rows.map(({ id, name }) => ({ id, name: name.split('@')[0] }));
  }

  /** The same tasks through the service and as raw statements. */
  async compare(name, requests, tasks, statuses) {
    const before = await this.cpu();
    const {
      latencies,
      elapsedMs,
      statuses: seen,
    } = await load(this.scratch, {
      port: this.service.port,
      requests,
      connections: CONNECTIONS,
      queue: true,
    });
    if (Object.keys(seen).some((status) => !statuses.includes(Number(status)))) throw new Error(`${name}: ${JSON.stringify(seen)}`);
    const scim = {
      rate: (latencies.length / elapsedMs) * 1000,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    };
    const after = await this.cpu();
    scim.cpu = (after.server - before.server) / latencies.length;
    scim.databaseCpu = (after.database - before.database) / latencies.length;
    return { name, scim, raw: await raw.drained(this.pool, tasks) };
  }

  async lookUps(most) {
    const people = await this.some(REQUESTS, most);
    const lookUp = (name, requestOf, valueOf) =>
      this.compare(
        name,
        people.map(requestOf),
        people.map((one) => raw.finding(name, valueOf(one))),
        [200],
      );
    const find = (attribute) => (one, value) => this.filter(`${attribute} eq "${value(one)}"`);
    const mail = ({ name }) => `${name}@bench.example`;
    const external = ({ name }) => `ext-${name}`;
    await this.compare(
      'warm-up',
      people.map(({ id }) => this.request('GET', `/Users/${id}`)),
      [],
      [200],
    );
    return [
      await lookUp(
        'by id',
        ({ id }) => this.request('GET', `/Users/${id}`),
        ({ id }) => id,
      ),
      await lookUp('userName eq', (one) => find('userName')(one, mail), mail),
      await lookUp(
        'emails.value eq',
        (one) => find('emails.value')(one, mail),
        (one) => JSON.stringify({ emails: [{ value: mail(one) }] }),
      ),
      await lookUp('externalId eq', (one) => find('externalId')(one, external), external),
    ];
  }

  create() {
    const names = Array.from({ length: REQUESTS }, (_, index) => `made${index}`);
    return this.compare(
      'create',
      names.map((name) => this.request('POST', '/Users', person(name))),
      names.map((name) => raw.creating(this.template, `raw-${name}`)),
      [201],
    );
  }

  async changes() {
    const people = await this.some(REQUESTS, USERS);
    const patch = (path, ...Operations) => this.request('PATCH', path, { schemas: [PATCH], Operations });
    const active = (value) =>
      this.compare(
        `PATCH active ${value}`,
        people.map(({ id }) => patch(`/Users/${id}`, { op: 'replace', value: { active: value } })),
        people.map(({ id }) => raw.activating(id, value)),
        [200],
      );
    const group = `/Groups/${this.largest}`;
    const removed = people.map(({ id }) => patch(group, { op: 'remove', path: `members[value eq "${id}"]` }));
    const added = people.map(({ id }) => patch(group, { op: 'add', path: 'members', value: [{ value: id }] }));
    const change = (isAdded) => people.map(({ id }) => raw.changingMember(this.largest, id, isAdded));
    return [
      await active(false),
      await active(true),
      await this.compare('remove a member of the largest group', removed, change(false), [204]),
      await this.compare('add a member to the largest group', added, change(true), [204]),
    ];
  }

  async paging() {
    const latencies = [];
    const startedAt = performance.now();
    let cursor = '';
    let users = 0;
    do {
      const sentAt = performance.now();
      const page = await this.ask('GET', `/Users?count=${PAGE}&cursor=${encodeURIComponent(cursor)}`);
      latencies.push(performance.now() - sentAt);
      users += page.Resources.length;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const seconds = (performance.now() - startedAt) / 1000;
    const rawAt = performance.now();
    const read = await raw.paging(this.pool, PAGE);
    const rawSeconds = (performance.now() - rawAt) / 1000;
    if (users < USERS || read < USERS) throw new Error(`Paging found ${users} and ${read} users.`);
    const scim = { rate: users / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
    return { name: `page by cursor to the end (users/s; a page of ${PAGE})`, scim, raw: { rate: read / rawSeconds } };
  }

  report(results) {
    table(
      ['', 'a second', 'p50 ms', 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms', 'raw pg a second', 'raw p50 ms', 'raw p99 ms', 'share of raw'],
      results.map(({ name, scim, raw: base }) => [
        name,
        number(scim.rate, 0),
        number(scim.p50),
        number(scim.p99),
        number(scim.cpu),
        number(scim.databaseCpu),
        number(base.rate, 0),
        number(base.p50),
        number(base.p99),
        times(scim.rate / base.rate),
      ]),
    );
  }
}
