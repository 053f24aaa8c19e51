// npm run bench -- <name> [--profile <directory>]
// npm run bench -- gate [--record]
// npm run bench -- compare --base <git ref, or directory of another checkout> [--minutes <number>] [--only <words of its name>]
// Every figure stands beside a baseline that ran in the same minutes on the same machine: on another one the absolute
// numbers mean nothing, the ratios nearly the same.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ask } from './ask.mjs';
import { audit } from './audit.mjs';
import { compare } from './compare.mjs';
import { context } from './context.mjs';
import { dataPolicies } from './data-policies.mjs';
import { deviceLogin } from './device-login.mjs';
import { discovery } from './discovery.mjs';
import { fences } from './fences.mjs';
import { gate } from './gate.mjs';
import { guard } from './guard.mjs';
import { login } from './login.mjs';
import { migrationPlan } from './migration-plan.mjs';
import { peers } from './peers.mjs';
import { policies } from './policies.mjs';
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
  ask,
  audit,
  compare,
  context,
  'data-policies': dataPolicies,
  'device-login': deviceLogin,
  discovery,
  fences,
  gate,
  guard,
  login,
  'migration-plan': migrationPlan,
  peers,
  policies,
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

const parsed = argumentsGiven();
const bench = Object.hasOwn(BENCHES, parsed?.name ?? '') ? BENCHES[parsed.name] : undefined;
if (bench === undefined || (bench === compare) !== (parsed.base !== undefined)) {
  console.error(`Usage: npm run bench -- <${Object.keys(BENCHES).join('|')}> [--profile <directory>]`);
  console.error('       npm run bench -- gate [--record]');
  console.error('       npm run bench -- compare --base <git ref or directory> [--minutes <number>] [--only <words>]');
  process.exit(2);
}

function argumentsGiven() {
  const words = ['profile', 'base', 'minutes', 'only'].map((name) => [name, { type: 'string' }]);
  const options = { ...Object.fromEntries(words), record: { type: 'boolean' } };
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    return { ...values, name: positionals.join(' ') };
  } catch {
    return undefined;
  }
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
  const { profile, base, minutes, only, record } = parsed;
  await bench(scratch, { profileDirectory: profile === undefined ? undefined : resolve(profile), base, minutes, only, record });
  console.log(`\nTook ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
  await scratch.clear();
} catch (error) {
  fail(error);
}
