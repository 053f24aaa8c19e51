import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './compare-kinds.mjs';
import { startBuild, turn } from './compare.mjs';
import { Instrumented, root } from './processes.mjs';
import { startExpress, verificationOf } from './read.mjs';
import { heading, median, number, table, times } from './report.mjs';

const RECORDED = new URL('gate.json', import.meta.url);
const ROWS = [
  ...['GET /api/v1/me', 'refresh', 'GET /api/v1/sessions', 'GET /api/rivers?limit=10', 'login by password'],
  ...['SCIM by id', 'SCIM userName eq', 'SCIM PATCH active', 'query select 1'],
];
/** The same build differs by a tenth from run to run, and by more from machine to machine. */
const MOST_GROWTH = 1.25;
const TRIES = 3;
const ROUNDS = 7;
/** Of CPU, for each side in each round. */
const TURN_MS = 200;
/** Until then the optimising compiler costs more than the requests do, and most with the larger program. */
const WARM_UP_MS = 3_000;
const FEWEST = 8;
const COUNTED = 11;
/** What is sent after an answer belongs to it too. */
const SETTLE_MS = 40;

/**
 * Fails if a hot route costs more than a quarter more CPU than was recorded, as a ratio to the least program with one statement, or sends
 * more statements. CPU, in turns within one run: others who use the machine hardly change it. `--record` writes the figures anew.
 */
export async function gate(scratch, { record = false }) {
  const idp = new Instrumented(scratch, ['test/bench/oidc-idp.mjs']);
  const { issuer } = await idp.next();
  const now = await startBuild(scratch, { name: 'now', checkout: root, issuer });
  const floor = await startFloor(scratch, now);
  const [node] = process.versions.node.split('.');
  heading(
    'gate',
    ['express', 'pg', 'jsonwebtoken', 'bcrypt', '@nestjs/core'],
    [
      `CPU of the service over that of Express with a verified token and one statement (login: one bcrypt); ${ROUNDS} alternating rounds of ${TURN_MS} ms each, medians`,
    ],
  );
  const recorded = record ? { node, rows: {} } : JSON.parse(await readFile(RECORDED, 'utf8'));
  const isSameNode = recorded.node === node;
  const found = {};
  const faults = [];
  for (const name of ROWS) {
    await now.renew();
    const { ratio: limit = Infinity, statements: most = Infinity } = recorded.rows[name] ?? {};
    const statements = await statementsOf(now, name);
    let ratio = await ratioOf(now, floor, name);
    // Compiling and collecting garbage move a ratio by a fifth: the highest is recorded, and the lowest has to be above it to fail.
    for (let tries = 1; tries < TRIES && (record || (isSameNode && ratio > limit * MOST_GROWTH)); tries += 1)
      ratio = Math[record ? 'max' : 'min'](ratio, await ratioOf(now, floor, name));
    if (isSameNode && ratio > limit * MOST_GROWTH) faults.push(`${name} costs ${times(ratio)} the floor, ${times(limit)} was recorded.`);
    if (statements > most) faults.push(`${name} sends ${statements} statements, ${most} were recorded.`);
    found[name] = { ratio: Number(ratio.toFixed(3)), statements };
  }
  table(
    ['', 'of the floor', 'recorded', 'statements', 'recorded'],
    ROWS.map((name) => {
      const { ratio = NaN, statements = '-' } = recorded.rows[name] ?? {};
      return [name, times(found[name].ratio), times(ratio), number(found[name].statements, 0), String(statements)];
    }),
  );
  if (record) await writeFile(RECORDED, `${JSON.stringify({ node, rows: found }, null, 2)}\n`);
  else if (!isSameNode)
    console.log(`\nThe ratios were recorded with Node ${recorded.node}, so only statements are compared on Node ${node}.`);
  if (faults.length > 0)
    throw new Error(`${faults.join('\n')}\nMake it cheaper; if the cost is meant, write the figures anew: npm run bench -- gate --record`);
}

/** Beside the service: the same clients ask it the same number of times. */
export async function startFloor(scratch, { clients, service, database }, rows = ROWS) {
  const verification = await verificationOf(service.url);
  const floor = await startExpress(scratch, database.url, { everything: [], verification });
  const asking = clients.map((client) => ({ client, own: new Client(floor.url) }));
  const read = ({ client, own }) => {
    own.token = client.token;
    return own.send('GET', '/floor');
  };
  const login = ({ own }) => own.send('POST', '/floor/login', { username: 'olivia', password: 'a password' });
  const kinds = rows.map((name) => [name, { turns: asking.map((one) => () => (name === 'login by password' ? login(one) : read(one))) }]);
  return { name: 'floor', kinds: new Map(kinds), renew: async () => undefined, service: floor, database };
}

async function ratioOf(now, floor, name) {
  const sides = [];
  for (const build of [now, floor]) sides.push({ build, requests: await warmedUp(build, name) });
  const ratios = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs = {};
    for (const { build, requests } of round % 2 === 0 ? sides : [...sides].reverse())
      costs[build.name] = (await turn(build, { name, requests })).service;
    ratios.push(costs.now / costs.floor);
  }
  return median(ratios);
}

/** @returns how many requests a turn has */
export async function warmedUp(build, name) {
  let cost = NaN;
  for (let spent = 0; spent < WARM_UP_MS; spent += cost * 2 * FEWEST) cost = (await turn(build, { name, requests: 2 * FEWEST })).service;
  return Math.max(FEWEST, Math.round(TURN_MS / cost));
}

/** The median, for workers and clocks send theirs in between. */
async function statementsOf({ kinds, service, renew }, name) {
  await renew();
  const [act] = kinds.get(name).turns;
  const counts = [];
  for (let asked = 0; asked < COUNTED; asked += 1) {
    const before = await service.server.statements();
    await act();
    await sleep(SETTLE_MS);
    counts.push((await service.server.statements()) - before);
  }
  return median(counts);
}
