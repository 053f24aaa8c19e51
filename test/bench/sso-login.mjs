import pg from 'pg';
import { DEMO_PASSWORD } from '../../dist/src/demo/demo-data.js';
import { copyAccounts } from './device-accounts.mjs';
import { Instrumented, postgresCpu } from './processes.mjs';
import { heading, number, over, table, times } from './report.mjs';
import { measureClients, startDatabase, startService } from './service.mjs';

const ROUNDS = 6;
const CLIENTS = 16;
const WARM_UP_MS = 700;
const DURATION_MS = 3_000;
const ORIGINAL = 'adam';
const ORGANIZATION = 1;
const RETURN_TO = 'https://app.example/signed-in';
const PASSWORD = 'password';
const SINGLE_SIGN_ON = 'single sign-on (OpenID Connect)';

/** What a login through a provider costs beside one by password whose bcrypt is left out. */
export async function ssoLogin(scratch, { profileDirectory }) {
  const cost = Number(process.env.BCRYPT_COST ?? 10);
  const database = await startDatabase(scratch);
  const environment = { SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: RETURN_TO };
  const service = await startService(scratch, {
    databaseUrl: database.url,
    bcryptCost: cost,
    profileDirectory,
    environment,
  });
  const idp = new Instrumented(scratch, ['test/bench/oidc-idp.mjs']);
  const { issuer } = await idp.next();
  const names = Array.from({ length: CLIENTS }, (_, index) => `person-${index}`);
  const connectionId = await connect(database.url, issuer, names);
  const bcrypt = await child(scratch, 'bcrypt-baseline');
  const byPassword = await child(scratch, 'device-client');
  const bySignOn = await child(scratch, 'sso-client');
  byPassword.child.send({
    port: service.port,
    groups: { [PASSWORD]: names.map((username) => ({ username, password: DEMO_PASSWORD })) },
  });
  bySignOn.child.send({
    url: service.url,
    returnTo: RETURN_TO,
    groups: { [SINGLE_SIGN_ON]: names.map((subject) => ({ subject, connectionId })) },
  });
  heading(
    'sso-login',
    ['openid-client', 'bcrypt', 'pg', '@nestjs/core'],
    [
      `PostgreSQL ${database.version}, provider and clients on the same cores; the service and raw bcrypt one process each, never at the same time`,
      `${CLIENTS} accounts at once, each with a client of its own; single sign-on: start, provider (answers at once), callback with the request for tokens, exchange`,
      `bcrypt cost ${cost} (BCRYPT_COST); beyond bcrypt: without the CPU of a raw comparison in the same round`,
      `closed loop, ${ROUNDS} alternating rounds of ${DURATION_MS / 1000} s, medians; ratios are of the same round`,
    ],
  );
  const duration = { warmUpMs: WARM_UP_MS, durationMs: DURATION_MS };
  const ways = { [PASSWORD]: byPassword, [SINGLE_SIGN_ON]: bySignOn };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bcrypt.child.send({ cost, atOnce: CLIENTS, ...duration });
    const results = { raw: await bcrypt.next() };
    const order = round % 2 === 0 ? [PASSWORD, SINGLE_SIGN_ON] : [SINGLE_SIGN_ON, PASSWORD];
    for (const way of order) {
      ways[way].child.send({ group: way, ...duration });
      results[way] = await measureClients(service, ways[way], () => postgresCpu(database.postmasterPid));
    }
    rounds.push(results);
  }
  report(rounds);
}

async function child(scratch, name) {
  const started = new Instrumented(scratch, [`test/bench/${name}.mjs`]);
  await started.next();
  return started;
}

/** An active connection, with links for all people who log in. @returns its id */
export async function connect(databaseUrl, issuer, names) {
  const settings = {
    clientId: 'headgate',
    scopes: ['openid', 'profile', 'email'],
    tenant: null,
    clientAuthentication: 'none',
    attributes: { email: 'email', name: 'name', groups: 'groups' },
    addressProof: 'claim',
    provisions: false,
    trustsMfa: false,
  };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await copyAccounts(client, ORIGINAL, names);
    const { rows } = await client.query(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, tested_at,
                                    activated_at, created_at, updated_at)
       VALUES ($1, 'Bench', 'oidc', 'active', $2, $3, 1, now(), now(), now(), now()) RETURNING id`,
      [ORGANIZATION, issuer, settings],
    );
    await client.query(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at, login_count)
       SELECT $1, $2, id, $3, username, 'proof', now(), 0 FROM users WHERE username = ANY ($4)`,
      [ORGANIZATION, rows[0].id, issuer, names],
    );
    return rows[0].id;
  } finally {
    await client.end();
  }
}

function report(rounds) {
  const beyond = (round, way) => round[way].cpuMs - (way === PASSWORD ? round.raw.cpuMs : 0);
  const all = (round, way) => beyond(round, way) + round[way].databaseCpuMs;
  const figure = (read, digits = 1) => number(over(rounds, read), digits);
  table(
    [
      'login',
      'per second',
      'p50 ms',
      'p99 ms',
      'service CPU ms each',
      'beyond bcrypt',
      'PostgreSQL CPU ms each',
      'both beyond bcrypt',
      'of the password login',
    ],
    [PASSWORD, SINGLE_SIGN_ON].map((way) => [
      way,
      figure((round) => round[way].rate),
      figure((round) => round[way].p50, 0),
      figure((round) => round[way].p99, 0),
      figure((round) => round[way].cpuMs),
      figure((round) => beyond(round, way)),
      figure((round) => round[way].databaseCpuMs),
      figure((round) => all(round, way)),
      way === PASSWORD ? '-' : times(over(rounds, (round) => all(round, way) / all(round, PASSWORD))),
    ]),
  );
}
