// npm run bench -- <name> [--profile <directory>]
// Every figure stands beside a baseline that ran in the same minutes on the same machine: on another one the absolute
// numbers mean nothing, the ratios nearly the same.
import { resolve } from 'node:path';
import { audit } from './audit.mjs';
import { deviceLogin } from './device-login.mjs';
import { discovery } from './discovery.mjs';
import { guard } from './guard.mjs';
import { login } from './login.mjs';
import { migrationPlan } from './migration-plan.mjs';
import { queries } from './queries.mjs';
import { read } from './read.mjs';
import { render } from './render.mjs';
import { scim } from './scim.mjs';
import { Scratch } from './scratch.mjs';
import { siege } from './siege.mjs';
import { ssoLogin } from './sso-login.mjs';
import { start } from './start.mjs';
import { templateRead } from './template-read.mjs';
import { tenancy } from './tenancy.mjs';

const BENCHES = {
  audit,
  'device-login': deviceLogin,
  discovery,
  guard,
  login,
  'migration-plan': migrationPlan,
  queries,
  read,
  render,
  scim,
  siege,
  'sso-login': ssoLogin,
  start,
  'template-read': templateRead,
  tenancy,
};

const [name, flag, directory] = process.argv.slice(2);
const bench = Object.hasOwn(BENCHES, name ?? '') ? BENCHES[name] : undefined;
if (bench === undefined || (flag !== undefined && (flag !== '--profile' || directory === undefined))) {
  console.error(`Usage: npm run bench -- <${Object.keys(BENCHES).join('|')}> [--profile <directory>]`);
  process.exit(2);
}

const scratch = await Scratch.make();
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
]) {
  process.on(signal, () => void scratch.clear().then(() => process.exit(128 + number)));
}

for (const failure of ['uncaughtException', 'unhandledRejection']) process.on(failure, fail);

/** What fails because Ctrl-C has taken its server away is no news. */
function fail(error) {
  if (scratch.isClearing) return;
  console.error(error);
  void scratch.clear().then(() => process.exit(1));
}

const startedAt = performance.now();
try {
  await bench(scratch, { profileDirectory: directory === undefined ? undefined : resolve(directory) });
  console.log(`\nTook ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
  await scratch.clear();
} catch (error) {
  fail(error);
}
