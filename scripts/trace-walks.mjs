// node scripts/trace-walks.mjs [--files]
// How far a reader has to go: the files that a request enters, the calls in them, and the statements that it sends. For each walk the
// least of several runs counts, so that what runs beside it does not. `--files` lists the files.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { copyAccounts, offeredTrust } from '../test/bench/device-accounts.mjs';
import { Instrumented } from '../test/bench/processes.mjs';
import { table } from '../test/bench/report.mjs';
import { Scratch } from '../test/bench/scratch.mjs';
import { LOGIN, logIn, startDatabase, startService } from '../test/bench/service.mjs';
import { connect } from '../test/bench/sso-login.mjs';
import { DEMO_SCIM_TOKEN } from '../dist/src/demo/demo-data.js';

const RUNS = 3;
const SETTLED_MS = 300;
const RETURN_TO = 'https://app.example/signed-in';
const PRELOAD = new URL('trace-preload.mjs', import.meta.url).href;
const DIRECTORY = { Authorization: `Bearer ${DEMO_SCIM_TOKEN.text}`, 'Content-Type': 'application/scim+json' };
const JSON_BODY = { 'Content-Type': 'application/json' };

async function main(scratch) {
  const database = await startDatabase(scratch);
  const environment = { SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: RETURN_TO, NODE_OPTIONS: `--import ${PRELOAD}` };
  const { server, url } = await startService(scratch, { databaseUrl: database.url, environment });
  const walks = await walksOf(scratch, url, database.url);
  const rows = [];
  for (const [name, prepare] of Object.entries(walks)) {
    const runs = [];
    // The first one opens connections and fills caches.
    for (let run = 0; run <= RUNS; run += 1) {
      const walk = await prepare(run);
      await sleep(SETTLED_MS);
      await taken(server);
      await walk();
      await sleep(SETTLED_MS);
      if (run > 0) runs.push(await taken(server));
    }
    const { files, statements } = leastOf(runs);
    rows.push([name, String(files.length), String(total(files)), String(statements.length)]);
    if (process.argv.includes('--files'))
      console.log(
        `\n${name}\n${files.map(lineOf).join('\n')}\n${statements.map((text) => `  > ${text.replaceAll(/\s+/g, ' ').slice(0, 110)}`).join('\n')}`,
      );
  }
  console.log('');
  table(['walk', 'files entered', 'calls', 'statements'], rows);
}

/** What is walked, each after what it needs. */
async function walksOf(scratch, url, databaseUrl) {
  const idp = new Instrumented(scratch, ['test/bench/oidc-idp.mjs']);
  const { issuer } = await idp.next();
  const connectionId = await connect(databaseUrl, issuer, ['walker']);
  const names = Array.from({ length: RUNS + 1 }, (_, run) => `trusting-${run}`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await copyAccounts(client, 'adam', names);
  const { rows } = await client.query('SELECT min(id) AS id FROM data_sources');
  await client.end();
  const token = await logIn(url);
  const bearer = (value) => ({ ...JSON_BODY, Authorization: `Bearer ${value}` });
  return {
    login: async () => () => send('POST', `${url}/api/auth/login`, JSON_BODY, LOGIN),
    'device activation': async (run) => {
      const offered = await offeredTrust(url, names[run]);
      return () => send('POST', `${url}/api/v1/devices/activate`, bearer(offered.token), offered.activation);
    },
    'schema discovery': async () => () =>
      send('POST', `${url}/api/v1/data-sources/${rows[0].id}/discover-schema?refresh=true`, bearer(token)),
    'SCIM PATCH of a user': async (run) => {
      const id = await provisioned(url, run);
      return () => send('PATCH', `${url}/scim/v2/Users/${id}`, DIRECTORY, patch({ displayName: `Walker ${run}` }));
    },
    'login by single sign-on': async () => () => signOn(url, connectionId),
  };
}

async function provisioned(url, run) {
  const userName = `walker-${run}@delta.example`;
  const emails = [{ value: userName, type: 'work', primary: true }];
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
  return (await send('POST', `${url}/scim/v2/Users`, DIRECTORY, { schemas, userName, emails })).body.id;
}

function patch(value) {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [{ op: 'replace', value }] };
}

async function signOn(url, connectionId) {
  const start = `${url}/api/auth/sso/${connectionId}/start?return_to=${encodeURIComponent(RETURN_TO)}`;
  const started = await send('GET', start);
  const signedOn = await send('GET', `${started.location}&as=walker`);
  const called = await send('GET', signedOn.location, { Cookie: started.cookie });
  const code = new URL(called.location).searchParams.get('code');
  await send('POST', `${url}/api/auth/sso/exchange`, JSON_BODY, { code });
}

async function send(method, url, headers = {}, body) {
  const sent = { method, headers, redirect: 'manual', ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(url, sent);
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { location: response.headers.get('location') ?? '', cookie, body: isJson ? JSON.parse(text) : null };
}

async function taken({ child }) {
  child.send('take');
  const [answer] = await once(child, 'message');
  return answer;
}

/** Files that every run entered, with the fewest calls; the shortest list of statements. */
function leastOf(runs) {
  const [first, ...others] = runs.map(({ files }) => new Map(files.map(({ path, calls }) => [path, calls])));
  const files = [...first]
    .filter(([path]) => others.every((other) => other.has(path)))
    .map(([path, calls]) => ({ path, calls: Math.min(calls, ...others.map((other) => other.get(path))) }));
  const statements = runs.map((run) => run.statements).sort((one, other) => one.length - other.length)[0];
  return { files, statements };
}

const total = (files) => files.reduce((sum, { calls }) => sum + calls, 0);
const lineOf = ({ path, calls }) => `  ${path} ${calls}`;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const scratch = await Scratch.make();
try {
  await main(scratch);
} finally {
  await scratch.clear();
}
