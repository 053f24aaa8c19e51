import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { thisMachine } from '../../src/platform/embedded-postgres/machine.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { answers, commandLines, environmentOf, postmasterPid, query } from '../platform/fixtures/running-servers.js';
import { logged, root, run, start } from '../platform/fixtures/supervised-server.js';

describe('an embedded server', () => {
  it('starts on an empty directory, safe against power cuts, and finds its data again', async () => {
    const dataDirectory = join(root, 'durable');
    const first = await start({ dataDirectory, durable: true, settings: { work_mem: '7MB' } });
    expect(first.url).toMatch(/^postgres:\/\/headgate:[\w-]{43}@127\.0\.0\.1:\d+\/headgate$/);
    expect(new URL(first.url).port).not.toBe('5432');
    const names = ['fsync', 'full_page_writes', 'TimeZone', 'max_connections', 'work_mem', 'server_encoding'];
    expect(await query(first.url, `select ${names.map((name) => `current_setting('${name}')`).join()}`)).toEqual([
      ['on', 'on', 'UTC', '100', '7MB', 'UTF8'],
    ]);
    expect(await query(first.url, "select lower('ÄÖ'), 'Z' < 'a', to_regrole('headgate')::text")).toEqual([['äö', true, 'headgate']]);
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    await first.stop();
    expect(await answers(first.url)).toBe(false);

    const second = await start({ dataDirectory });
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select answer from kept')).toEqual([[42]]);
    expect(await query(second.url, "select current_setting('fsync'), current_setting('unix_socket_directories')")).toEqual([['off', '']]);
  });

  it('keeps its password in one private file, out of arguments, environments and logs', async () => {
    const dataDirectory = join(root, 'secret');
    const seen = new Set<string>();
    const sampling = setInterval(() => commandLines().forEach((line) => seen.add(line)), 20);
    const server = await start({ dataDirectory }).finally(() => clearInterval(sampling));
    const { password } = new URL(server.url);
    await expect(query(server.url.replace(password, 'wrong'), 'select 1')).rejects.toThrow(/password/);
    const file = join(dataDirectory, 'cluster/password');
    expect(readFileSync(file, 'utf8')).toBe(password);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDirectory, 'cluster/data')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(dataDirectory, 'cluster')).sort()).toEqual(['data', 'password']);
    const everything = [...seen, ...commandLines(), ...logged, readFileSync(join(dataDirectory, 'server.log'), 'utf8')].join();
    expect(everything).toContain('initdb');
    expect(everything).toContain('embedded PostgreSQL is ready');
    expect(everything).not.toContain(password);
    const environment = environmentOf(postmasterPid(join(dataDirectory, 'cluster/data')));
    expect(environment.split('\0').filter((entry) => !/^(PATH|LC_ALL|TZ|PG_\w+)=|^$/.test(entry))).toEqual([]);
  });

  it('takes another port when the chosen one is taken before it can listen', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await eventually('the port is taken', () => occupant.listening);
    const { port: taken } = occupant.address() as AddressInfo;
    const machine = thisMachine();
    const choices = [taken, await machine.freePort()];
    const server = await start({}, { ...machine, freePort: () => Promise.resolve(Number(choices.shift())) });
    expect(Number(new URL(server.url).port)).not.toBe(taken);
    expect(await answers(server.url)).toBe(true);
    occupant.close();
  });

  it('ends open transactions when it stops', async () => {
    const server = await start();
    const sleeping = query(server.url, 'begin; select pg_sleep(60)').catch((error: Error) => error.message);
    await eventually('the transaction sleeps', async () => {
      const [row] = await query(server.url, "select count(*)::int from pg_stat_activity where query like '%pg_sleep(60)'");
      return row?.[0] === 1;
    });
    await server.stop();
    expect(await sleeping).toMatch(/terminat/);
  });
});

describe('two processes on one directory', () => {
  it('initialise an empty one once when they start at the same time', async () => {
    const dataDirectory = join(root, 'raced');
    const contenders = [run(dataDirectory), run(dataDirectory), run(dataDirectory)];
    const ready = await Promise.all(contenders.map((contender) => contender.ready()));
    expect(ready.map(({ adopted }) => adopted).sort()).toEqual([false, true, true]);
    expect(new Set(ready.map(({ url }) => url)).size).toBe(1);
    await Promise.all(contenders.map((contender) => contender.tell('stop')));
    expect(existsSync(join(dataDirectory, 'cluster/data/postmaster.pid'))).toBe(false);
    expect(readdirSync(join(dataDirectory, 'users'))).toEqual([]);
  });

  it('share the server until the last one leaves, also when the one that started it left first', async () => {
    const first = run();
    const { url } = await first.ready();
    const second = await start();
    expect(second).toMatchObject({ url, adopted: true });
    await first.tell('stop');
    expect(await answers(url)).toBe(true);
    const third = run();
    await third.ready();
    await second.stop();
    expect(await answers(url)).toBe(true);
    await third.tell('stop');
    expect(await answers(url)).toBe(false);
  });

  it('count one that was killed as gone', async () => {
    const killed = run();
    const { url } = await killed.ready();
    const other = await start();
    await killed.kill();
    await other.stop();
    expect(await answers(url)).toBe(false);
  });
});
