import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrationsIn } from '../../scripts/migration-list.mjs';
import { environment, root } from '../bench/processes.mjs';

const PLACES = 10;
/** After a migration has begun: at once it is often done already, later a long one is in its midst. */
const DELAYS_MS = [0, 30, 150, 700];

/** One `npm run migrate`, without npm: a signal has to reach the process. */
export class Run {
  output = '';
  #began = [];

  constructor(settings, directory = root) {
    this.child = spawn(process.execPath, ['--enable-source-maps', 'dist/src/cli/migrate.js'], {
      cwd: directory,
      env: environment(settings),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (chunk) => {
        this.output += chunk;
        for (const listener of this.#began) listener();
      });
    this.ended = once(this.child, 'close').then(([code]) => code);
  }

  /** The last migration that it has begun. */
  get begun() {
    return this.output.match(/(?<="name":")\w+(?=","number")/g)?.at(-1);
  }

  /** @returns the name of the first one of these that it begins; nothing if it ends before */
  async begins(names) {
    const found = new Promise((resolve) => {
      this.#began.push(() => names.includes(this.begun) && resolve(this.begun));
    });
    return Promise.race([found, this.ended.then(() => undefined)]);
  }
}

/** Ten processes, of which each is killed at a later place than the one before. @returns the places, and how many migrations there are */
export async function killedAtTenPlaces(settings, client) {
  const before = await applied(client);
  const known = migrationsIn(join(root, 'migrations')).map(({ name }) => name);
  const pending = known.filter((name) => !before.includes(name));
  const places = [];
  for (let place = 0; place < PLACES; place += 1) {
    const run = new Run(settings);
    const rest = pending.slice(Math.floor((place * pending.length) / PLACES));
    const begun = await run.begins(rest);
    if (begun === undefined && (await run.ended) !== 0) throw new Error(`What was killed does not go on: ${run.output}`);
    if (begun === undefined) break;
    await sleep(DELAYS_MS[place % DELAYS_MS.length]);
    if (run.child.exitCode !== null) break;
    run.child.kill('SIGKILL');
    await run.ended;
    places.push(`${(await applied(client)).includes(run.begun) ? 'after' : 'in'} ${run.begun}`);
  }
  return { places, migrations: pending.length };
}

/** @returns what went wrong */
export async function finishedByTwo(settings) {
  const runs = [new Run(settings), new Run(settings)];
  const codes = await Promise.all(runs.map(({ ended }) => ended));
  return runs.filter((_, index) => codes[index] !== 0).map(({ output }) => `of two that migrate at once, one failed: ${output}`);
}

async function applied(client) {
  const { rows } = await client.query('SELECT name FROM schema_migrations');
  return rows.map(({ name }) => name);
}
