import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeRunDirectory, sweepDeadRuns } from '../setup/run-directory.mjs';

const MODULE = pathToFileURL('test/setup/run-directory.mjs').href;
const FOREVER = 'setInterval(() => {}, 1_000_000);';

describe('the directory of a run', () => {
  let parent: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'runs-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await killed(child);
    rmSync(parent, { recursive: true });
  });

  const started = (program: string, cwd = process.cwd()): ChildProcess => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  };
  /** One that goes on until it is killed. */
  const otherRun = async (): Promise<{ run: ChildProcess; name: string }> => {
    const run = started(`import { makeRunDirectory } from '${MODULE}';
      console.log(await makeRunDirectory(${JSON.stringify(parent)}));
      ${FOREVER}`);
    const [line] = await once(run.stdout ?? run, 'data');
    return { run, name: basename(String(line).trim()) };
  };
  const left = () => readdirSync(parent).sort();

  it('is swept when its run is dead, even by kill -9, and not before', async () => {
    const own = basename(await makeRunDirectory(parent));
    const { run, name } = await otherRun();
    await sweepDeadRuns(parent);
    expect(left()).toEqual([own, name].sort());
    await killed(run);
    await sweepDeadRuns(parent);
    expect(left()).toEqual([own]);
  });

  it('takes its server along, which goes on when a run is killed', async () => {
    const { run, name } = await otherRun();
    const data = join(parent, name, 'postgres/cluster/data');
    mkdirSync(data, { recursive: true });
    const server = started(`console.log('up'); ${FOREVER}`, data);
    await once(server.stdout ?? server, 'data');
    // The lines of PostgreSQL's pidfile.h.
    const lines = [String(server.pid), data, '0', '5432', '', '127.0.0.1', '', 'ready'];
    writeFileSync(join(data, 'postmaster.pid'), `${lines.join('\n')}\n`);
    await sweepDeadRuns(parent);
    expect([server.exitCode, server.signalCode]).toEqual([null, null]);
    await killed(run);
    const end = once(server, 'exit');
    await sweepDeadRuns(parent);
    expect(await end).toEqual([null, 'SIGINT']);
    expect(left()).toEqual([]);
  });

  it('is left alone where nothing tells whether its run lives', async () => {
    const own = basename(await makeRunDirectory(parent));
    const elsewhere = own.replace(/^headgate-test-\d+/, 'headgate-test-1');
    const others = [elsewhere, 'headgate-test-AbCdEf', 'headgate-tests', 'anything'];
    for (const name of others) mkdirSync(join(parent, name));
    await sweepDeadRuns(parent);
    expect(left()).toEqual([own, ...others].sort());
    await sweepDeadRuns(join(parent, 'missing'));
  });
});

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
