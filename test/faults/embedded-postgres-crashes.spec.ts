import { describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../platform/fixtures/eventually.js';
import { answers, postmasterPid, processesBelow, query } from '../platform/fixtures/running-servers.js';
import { logged, root, run, shared, sharedData, start } from '../platform/fixtures/supervised-server.js';

const logs = (text: string): boolean => logged.some((line) => line.includes(text));

describe('after the application was killed', () => {
  it('its server is adopted with its data, and stopped by the new owner', async () => {
    const killed = run();
    const { url } = await killed.ready();
    const pid = postmasterPid(sharedData);
    await killed.kill();
    expect(await answers(url)).toBe(true);
    const server = await start();
    expect(server).toMatchObject({ url, adopted: true });
    expect(postmasterPid(sharedData)).toBe(pid);
    await server.stop();
    expect(processesBelow(root)).toEqual([]);
  });

  it.each([
    ['of a dead process', '999999999'],
    ['that now names a living stranger', String(process.pid)],
    ['without a number', ''],
  ])('a stale pid file %s is no obstacle', async (_, pid) => {
    const earlier = await start();
    await earlier.stop();
    const lines = [pid, sharedData, '1700000000', '5432', '', '127.0.0.1', '1 1', 'ready', ''];
    writeFileSync(join(sharedData, 'postmaster.pid'), lines.join('\n'));
    const server = await start();
    expect(server.adopted).toBe(false);
    expect(await answers(server.url)).toBe(true);
  });

  it('its marks do not count for a process that has inherited its number', async () => {
    for (const directory of ['lock', 'users']) {
      mkdirSync(join(shared, directory), { recursive: true });
      writeFileSync(join(shared, directory, `${process.pid}-1-deadbeef.0a.5432`), '');
    }
    const server = await start();
    expect(new URL(server.url).port).not.toBe('5432');
    await server.stop();
    expect(await answers(server.url)).toBe(false);
    expect([...readdirSync(join(shared, 'lock')), ...readdirSync(join(shared, 'users'))]).toEqual([]);
  });

  it('half an initialisation is thrown away', async () => {
    const dataDirectory = join(root, 'interrupted');
    const killed = run(dataDirectory);
    const isDraft = (name: string): boolean => name.startsWith('cluster-draft-');
    await eventually('initialisation has begun', () => existsSync(dataDirectory) && readdirSync(dataDirectory).some(isDraft));
    await killed.kill();
    expect(readdirSync(dataDirectory).some(isDraft)).toBe(true);
    expect(existsSync(join(dataDirectory, 'cluster'))).toBe(false);
    const server = await start({ dataDirectory });
    expect(server.adopted).toBe(false);
    expect(readdirSync(dataDirectory).filter(isDraft)).toEqual([]);
    expect(await answers(server.url)).toBe(true);
  });
});

describe('when the process ends', () => {
  it('by process.exit without stop, the server ends too', async () => {
    const program = run();
    const { url } = await program.ready();
    await program.tell('exit');
    await eventually('the server is gone', async () => !(await answers(url)));
  });

  it('Ctrl-C reaches the application, not the server, which it still needs', async () => {
    const program = run();
    const { url } = await program.ready();
    program.interrupt();
    await program.first((event) => event.interrupted);
    expect(await query(url, 'select 1')).toEqual([[1]]);
    await program.tell('stop');
    expect(await answers(url)).toBe(false);
  });
});

describe('a server that is gone while a process still uses it', () => {
  it('comes back on the same port, for the process that started it and for one that shares it', async () => {
    const program = run();
    await program.ready();
    const server = await start();
    await query(server.url, 'begin; set local synchronous_commit = on; create table survived as select 1; commit');
    const pid = postmasterPid(sharedData);
    process.kill(pid, 'SIGKILL');
    await eventually('it runs again', () => logs('runs again'));
    await program.first((event) => event.log?.includes('runs again'));
    expect(logs('ended unexpectedly')).toBe(true);
    expect(postmasterPid(sharedData)).not.toBe(pid);
    expect(await query(server.url, 'select count(*)::int from survived')).toEqual([[1]]);
    await program.tell('stop');
    expect(await answers(server.url)).toBe(true);
  });

  it('is started on the old port by a new process that comes before the others have noticed', async () => {
    const old = run();
    const { url } = await old.ready();
    old.signal('SIGSTOP');
    const pid = postmasterPid(sharedData);
    process.kill(pid, 'SIGKILL');
    await eventually('the server is gone', async () => !(await answers(url)));
    const server = await start();
    expect(server).toMatchObject({ url, adopted: false });
    old.signal('SIGCONT');
    await old.first((event) => event.log?.includes('runs again'));
    await server.stop();
    expect(await answers(url)).toBe(true);
  });

  it('again and again is reported and no longer restarted', async () => {
    const server = await start();
    const restarts = (): number => logged.filter((line) => line.includes('runs again')).length;
    for (let expected = 1; expected <= 5; expected++) {
      process.kill(postmasterPid(sharedData), 'SIGKILL');
      await eventually('one more restart', () => restarts() === expected);
    }
    process.kill(postmasterPid(sharedData), 'SIGKILL');
    await eventually('it is given up', () => logs('given up'));
    expect(await answers(server.url)).toBe(false);
  });
});
