// What a whole run of the specs costs, so that it cannot grow unnoticed. It is the CPU time of the processes that run tests, in units of
// one piece of work that is done again before each file: a slow or busy machine needs longer for both.
import { createHash } from 'node:crypto';

/**
 * Units that a run of all specs may cost: 47,000 to 61,000 were measured on one machine, before every repeated POST and every route over
 * what workspaces hold were tried. Raise it only with a reason.
 */
const BUDGET = 70_000;
/** Tests suffer more than a unit where caches are shared: the same specs took 73,000 beside other work, and 100,000 beside much of it. */
const TOLERANCE = 1.8;

/** @returns the CPU seconds of one unit: objects, texts and hashes, as in tests */
export function secondsOfUnit() {
  const start = process.cpuUsage();
  for (let round = 0; round < 30; round += 1) {
    const rows = Array.from({ length: 300 }, (_, id) => ({ id, name: `row ${id * round}`, tags: ['a', 'b'] }));
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(JSON.stringify(rows))))
      .digest('hex');
  }
  return secondsSince(start);
}

export function secondsSince(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** @param files results of Jest with the `cost` of `native-runner.mjs` */
export function costOf(files) {
  const costs = files.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  const inOrder = costs.map(({ unit }) => unit).sort((one, other) => one - other);
  const units = costs.reduce((sum, { seconds }) => sum + seconds, 0) / (inOrder[Math.floor(inOrder.length / 2)] ?? 1);
  return { units: Math.round(units), budget: BUDGET, isTooMuch: units > BUDGET * TOLERANCE };
}
