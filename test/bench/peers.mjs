import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from './compare-kinds.mjs';
import { startBuild, turn } from './compare.mjs';
import { startFloor, warmedUp } from './gate.mjs';
import { answered, freePort, Instrumented, root } from './processes.mjs';
import { heading, median, number, table, times } from './report.mjs';
import { person } from './scim-seed.mjs';
import { startDatabase } from './service.mjs';

const run = promisify(execFile);
const ROUNDS = 7;
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const PEERS = {
  'better-auth': { packages: ['better-auth@1.7.25', 'pg@8'], file: 'better-auth-peer.mjs', kindsOf: kindsOfBetterAuth },
  'saml-jackson': { packages: ['@boxyhq/saml-jackson@26.2.0', 'pg@8'], file: 'jackson-peer.mjs', kindsOf: kindsOfJackson },
};
const ROWS = [
  ...['GET /api/v1/me', 'refresh', 'GET /api/v1/sessions', 'GET /api/rivers?limit=10', 'login by password'],
  ...['SCIM by id', 'SCIM userName eq', 'SCIM PATCH active', 'SCIM create a user', 'query select 1'],
];

/**
 * What a request costs beside products that do a part of the same, in turns within one run. Peers come from npm, into `.cache`: they are
 * none of our dependencies.
 */
export async function peers(scratch) {
  const idp = new Instrumented(scratch, ['test/bench/oidc-idp.mjs']);
  const { issuer } = await idp.next();
  const now = await startBuild(scratch, { name: 'now', checkout: root, issuer });
  const sides = { Headgate: now };
  for (const [name, peer] of Object.entries(PEERS)) sides[name] = await startPeer(scratch, name, peer);
  sides.floor = await startFloor(scratch, now, ROWS);
  heading(
    'peers',
    ['express', 'pg', 'jsonwebtoken', 'bcrypt', '@nestjs/core'],
    [
      ...Object.values(PEERS).map(({ packages: [name] }) => name),
      `CPU ms of a request, service and PostgreSQL; ${ROUNDS} alternating rounds, medians and means; ratios are of the same round`,
      'floor: Express, a verified token and one statement that reads (login: one bcrypt), whatever the row',
      'better-auth does less: no audit trail, no throttles, no right is looked up for "me"; a refresh signs a JWT and keeps the session; scrypt, not bcrypt',
      'saml-jackson does less: no account or session follows, nothing is validated, no audit, no versions, no members; with its event log off',
    ],
  );
  const rows = [];
  for (const name of ROWS) rows.push(rowOf(name, await measured(sides, name)));
  table(['', ...Object.keys(sides), 'of the floor', 'of the best peer'], rows);
}

/** @returns of each side that has the row, its costs by round */
async function measured(sides, name) {
  const taking = Object.entries(sides).filter(([, { kinds }]) => kinds.has(name));
  const requests = {};
  for (const [side, build] of taking) requests[side] = await warmedUp(build, name);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs = {};
    for (const [side, build] of round % 2 === 0 ? taking : taking.toReversed())
      costs[side] = await turn(build, { name, requests: requests[side] });
    rounds.push(costs);
  }
  return rounds;
}

function rowOf(name, rounds) {
  const cell = (side) => {
    if (rounds[0][side] === undefined) return '–';
    // The clock of PostgreSQL's ticks ten milliseconds at a time: only all rounds together say something.
    const database = rounds.reduce((sum, costs) => sum + costs[side].database, 0) / rounds.length;
    return `${number(median(rounds.map((costs) => costs[side].service)))}/${number(database)}`;
  };
  const ratio = (side) => median(rounds.map((costs) => costs.Headgate.service / costs[side].service));
  const best = Object.keys(PEERS)
    .filter((side) => rounds[0][side] !== undefined)
    .map(ratio);
  return [
    name,
    ...['Headgate', ...Object.keys(PEERS), 'floor'].map(cell),
    times(ratio('floor')),
    best.length === 0 ? '–' : times(Math.max(...best)),
  ];
}

async function startPeer(scratch, name, { packages, file, kindsOf }) {
  const directory = join(root, '.cache/peers', name);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: directory });
  // A module finds the packages of the folder that it lies in.
  await copyFile(join(root, 'test/bench', file), join(directory, file));
  const database = await startDatabase(scratch, `database-${name}`);
  const port = await freePort();
  const settings = { port, databaseUrl: database.url };
  const environment = { NODE_ENV: 'production', BASELINE: JSON.stringify(settings) };
  const server = new Instrumented(scratch, [join(directory, file)], environment, directory);
  const url = `http://127.0.0.1:${port}`;
  const alive = JSON.parse(await answered(`${url}/health/live`, { assertAlive: () => server.assertAlive() }));
  return { service: { server }, database, renew: async () => undefined, kinds: await kindsOf(url, alive) };
}

/** It asks for an origin wherever a browser could be made to send its cookie. */
async function kindsOfBetterAuth(url) {
  const origin = { Origin: url };
  const accounts = Array.from({ length: 4 }, (_, index) => ({
    email: `person-${index}@bench.example`,
    password: 'a heron in shallow water',
  }));
  const clients = [];
  for (const account of accounts) {
    const client = new Client(url);
    await client.send('POST', '/api/auth/sign-up/email', { ...account, name: 'Person' }, origin);
    client.token = (await client.send('POST', '/api/auth/sign-in/email', account, origin)).token;
    clients.push(client);
  }
  const reads = { 'GET /api/v1/me': 'get-session', refresh: 'token', 'GET /api/v1/sessions': 'list-sessions' };
  const kinds = Object.entries(reads).map(([row, path]) => [row, (client) => client.send('GET', `/api/auth/${path}`)]);
  kinds.push(['login by password', (_, index) => new Client(url).send('POST', '/api/auth/sign-in/email', accounts[index], origin)]);
  return new Map(kinds.map(([row, act]) => [row, { turns: clients.map((client, index) => () => act(client, index)) }]));
}

async function kindsOfJackson(url, { path, secret }) {
  const clients = Array.from({ length: 4 }, () => new Client(url));
  const scim = (client, method, rest, body) =>
    client.send(method, `${path}/Users${rest}`, body, { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' });
  const seeded = [];
  for (let index = 0; index < 200; index += 1) seeded.push(await scim(clients[0], 'POST', '', person(`s${index}`)));
  let count = 0;
  const next = () => (count += 1);
  const patch = () => ({
    schemas: [PATCH],
    Operations: [{ op: 'replace', value: { active: Math.floor(count / seeded.length) % 2 === 0 } }],
  });
  const kinds = {
    'SCIM by id': (client) => scim(client, 'GET', `/${seeded[next() % seeded.length].id}`),
    'SCIM userName eq': (client) =>
      scim(client, 'GET', `?filter=${encodeURIComponent(`userName eq "s${next() % seeded.length}@bench.example"`)}`),
    'SCIM PATCH active': (client) => scim(client, 'PATCH', `/${seeded[next() % seeded.length].id}`, patch()),
    'SCIM create a user': (client) => scim(client, 'POST', '', person(`c${next()}`)),
  };
  return new Map(Object.entries(kinds).map(([row, act]) => [row, { turns: clients.map((client) => () => act(client)) }]));
}
