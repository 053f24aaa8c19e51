import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { policyToJson } from '@cedar-policy/cedar-wasm/nodejs';
import { CedarEngine } from '../../dist/src/abac/adapters/cedar/cedar-engine.js';
import { checkText } from '../../dist/src/abac/adapters/cedar/check-text.js';
import { heading, number, over, table, times } from './report.mjs';

const ROUNDS = 7;
const ROUND_MS = 300;
const COUNTS = [0, 5, 50, 200];
const DECISIONS = 50_000;
const HELD = ['workspace.read', 'workspace.write', 'template.read', 'data_source.read', 'query.run'];
const ROLES = 'roles alone';
const MB = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Each about something else, so that Cedar evaluates all of them; none refuses the request. */
const text = (index) =>
  `forbid (principal, action, resource is Workspace) when { resource.labels.contains("label-${index}") } unless { context.deviceTrusted };`;

const REQUEST = {
  organizationId: 1,
  epoch: 1,
  allowedByRoles: true,
  isBreakGlass: false,
  action: 'workspace.read',
  principal: {
    userId: 4,
    attributes: {
      roles: ['viewer'],
      groups: ['Analysts'],
      email: 'vera@delta.example',
      emailVerified: true,
      accountAgeDays: 90,
    },
    own: { regions: ['EU'] },
  },
  resource: { type: 'Workspace', id: 7, labels: ['plain', 'eu'] },
  context: {
    amr: ['pwd', 'otp'],
    acr: 'aal2',
    proofAgeSeconds: 60,
    deviceTrusted: false,
    accessKey: false,
    network: '192.0.2.10',
    now: new Date('2026-11-20T09:00:00Z'),
  },
};

/** What policies add to the decision that roles have made, and what publishing costs. */
export async function policies() {
  heading(
    'policies',
    ['@cedar-policy/cedar-wasm'],
    [
      `One decision, without the statement that reads what the person holds; ${ROUNDS} alternating rounds of ${ROUND_MS} ms each, medians`,
      'roles alone: whether the permissions held cover the one asked for',
    ],
  );
  const engine = new CedarEngine({ error: console.error }, { labelledCounter: () => () => undefined }, { now: () => new Date() });
  const ways = Object.fromEntries(COUNTS.map((count) => [`${count} policies`, deciding(engine, count)]));
  // An organization without a policy in force is never asked about: its epoch says so.
  ways['0 policies'] = () => HELD.includes('workspace.read') && REQUEST.epoch !== null;
  ways[ROLES] = () => HELD.includes('workspace.read');
  const rounds = Array.from({ length: ROUNDS }, () =>
    Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, milliseconds(way)])),
  );
  table(
    ['decision', 'ms', 'of 5 policies'],
    Object.keys(ways).map((name) => [
      name,
      number(
        over(rounds, (round) => round[name]),
        4,
      ),
      times(over(rounds, (round) => round[name] / round['5 policies'])),
    ]),
  );
  publishing(engine);
  const before = held();
  for (let count = 0; count < DECISIONS; count += 1) ways['50 policies']();
  console.log(`\n${DECISIONS} decisions by 50 policies: ${number((held() - before) / MB, 1)} MB more held.`);
}

function deciding(engine, count) {
  const set = engine.install(setOf(count, count + 1));
  const request = { ...REQUEST, organizationId: count + 1 };
  if (!set.decide(request).isAllowed) throw new Error('The request was refused.');
  return () => set.decide(request).isAllowed;
}

function setOf(count, organizationId) {
  const active = Array.from({ length: count }, (_, index) => {
    const checked = checkText({ organizationId, text: text(index) });
    if (!checked.isValid) throw new Error(checked.problems[0].message);
    return { id: index + 1, name: `Policy ${index}`, version: 1, tree: checked.content.tree };
  });
  return { organizationId, epoch: 1, active, shadow: [] };
}

function publishing(engine) {
  const set = setOf(200, 1_000);
  const median = (work) =>
    over(
      Array.from({ length: ROUNDS }, () => once(work)),
      (ms) => ms,
    );
  table(
    ['publish', 'ms'],
    [
      [
        'check of one text, in a thread',
        number(
          median(() => checkText({ organizationId: 1, text: text(0) })),
          2,
        ),
      ],
      [
        'parse of one text, the baseline',
        number(
          median(() => policyToJson(text(0))),
          2,
        ),
      ],
      [
        '200 policies taken in by an instance',
        number(
          median(() => engine.install(set)),
          1,
        ),
      ],
    ],
  );
}

function once(work) {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function milliseconds(work) {
  const startedAt = performance.now();
  let count = 0;
  do {
    work();
    count += 1;
  } while (performance.now() - startedAt < ROUND_MS);
  return (performance.now() - startedAt) / count;
}

function held() {
  collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}
