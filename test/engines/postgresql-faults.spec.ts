import { createServer, connect as connectTo, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Target } from '../../src/engines/catalog-reader/target.js';
import type { TlsMode } from '../../src/engines/catalog-reader/target.js';
import { PostgresqlReader } from '../../src/engines/catalog-reader/postgresql/postgresql-reader.js';
import { readSchema } from '../contracts/source-reader.contract.js';
import { PostgresqlSource } from '../support/postgresql-source.js';
import { selfSigned } from '../support/self-signed.js';
import { eventually } from '../platform/fixtures/eventually.js';

const reader = new PostgresqlReader();

async function faultOfOpening(target: Target, timeoutMs = 10_000): Promise<string | undefined> {
  try {
    await (await reader.open(target, timeoutMs)).close();
    return 'none';
  } catch (error) {
    return reader.faultOf(error);
  }
}

describe('A PostgreSQL source that fails', () => {
  let source: PostgresqlSource;
  const servers: Server[] = [];
  beforeAll(async () => {
    source = await PostgresqlSource.create('CREATE TABLE rivers (id int, name text)', 'CREATE VIEW names AS SELECT name FROM rivers');
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  afterAll(() => source.drop());

  async function listening(answer: (socket: Socket) => void): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      answer(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  /** In front of the real server, which has no TLS: ends it here. */
  async function withTls(identity: { key: string; cert: string }, clients?: string): Promise<number> {
    const { port } = source.target().server;
    return listening((socket) => {
      socket.once('data', () => {
        socket.write('S');
        const secure = new TLSSocket(socket, {
          isServer: true,
          secureContext: createSecureContext({ ...identity, ...(clients !== undefined && { ca: clients }) }),
          ...(clients !== undefined && { requestCert: true, rejectUnauthorized: true }),
        });
        const behind = connectTo(port, '127.0.0.1');
        for (const end of [secure, behind]) end.on('error', () => behind.destroy());
        secure.pipe(behind).pipe(secure);
      });
    });
  }

  describe('over TLS', () => {
    const identity = selfSigned('db.delta.example');
    const other = selfSigned('db.delta.example');
    it.each<[TlsMode, string, string | null, string]>([
      ['require', 'any.example', null, 'none'],
      ['verify-ca', 'any.example', identity.cert, 'none'],
      ['verify-full', 'db.delta.example', identity.cert, 'none'],
      ['verify-full', 'any.example', identity.cert, 'TLS_FAILED'],
      ['verify-full', '127.0.0.1', identity.cert, 'TLS_FAILED'],
      ['verify-full', 'db.delta.example', null, 'TLS_FAILED'],
      ['verify-ca', 'db.delta.example', null, 'TLS_FAILED'],
      ['verify-ca', 'db.delta.example', other.cert, 'TLS_FAILED'],
      ['verify-full', 'db.delta.example', 'no certificate', 'TLS_FAILED'],
    ])('%s to %s', async (mode, name, ca, outcome) => {
      const port = await withTls(identity);
      expect(await faultOfOpening(source.target({ name, port, tls: { mode, ca } }))).toBe(outcome);
    });

    it('shows a certificate of our own to a server that asks for one', async () => {
      const ours = selfSigned('headgate');
      const port = await withTls(identity, ours.cert);
      const tls = { mode: 'require', ca: null } as const;
      expect(await faultOfOpening(source.target({ port, tls: { ...tls, ...ours } }))).toBe('none');
      expect(await faultOfOpening(source.target({ port, tls }))).not.toBe('none');
    });

    it('sends nothing in the clear to a server that has none', async () => {
      const heard: Buffer[] = [];
      const port = await listening((socket) => {
        socket.on('data', (data) => heard.push(data));
        socket.once('data', () => socket.write('N'));
      });
      expect(await faultOfOpening(source.target({ port, tls: { mode: 'require', ca: null } }))).toBe('TLS_FAILED');
      expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f');
    });
  });

  it('is TLS_FAILED when its rules require TLS, and not a wrong password', async () => {
    const [[file, rules] = []] = await source.run(`SELECT current_setting('hba_file'), pg_read_file(current_setting('hba_file'))`);
    const replace = async (text: string): Promise<void> => {
      await source.run(`CREATE TEMP TABLE rules (line text)`);
      for (const line of text.split('\n')) await source.run(`INSERT INTO rules VALUES ($rule$${line}$rule$)`);
      await source.run(`COPY rules TO $path$${String(file)}$path$ WITH (DELIMITER E'\x01', NULL '')`);
      await source.run('DROP TABLE rules');
      await source.run('SELECT pg_reload_conf()');
    };
    try {
      await replace(`hostnossl ${source.name} all all reject\n${String(rules)}`);
      await eventually('the rules are read again', async () => (await faultOfOpening(source.target())) === 'TLS_FAILED');
    } finally {
      await replace(String(rules));
    }
    await eventually('it lets people in again', async () => (await faultOfOpening(source.target())) === 'none');
  });

  it.each([
    'connection is insecure (try using `sslmode=require`)',
    'SSL connection is required. Please specify SSL options and retry.',
    'SSL required',
  ])('is TLS_FAILED when a pooler says "%s"', async (message) => {
    const fields = `SFATAL\0VFATAL\0C08P01\0M${message}\0\0`;
    const head = Buffer.from([0x45, 0, 0, 0, 0]);
    head.writeUInt32BE(Buffer.byteLength(fields) + 4, 1);
    const port = await listening((socket) => socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)]))));
    expect(await faultOfOpening(source.target({ port }))).toBe('TLS_FAILED');
  });

  it('tries the next address when one cannot be reached', async () => {
    const target = source.target();
    const addresses = ['127.0.0.99', ...target.server.addresses];
    expect(await faultOfOpening(source.target({ addresses }))).toBe('none');
  });

  it('is UNREACHABLE when something else answers, or nothing within the time', async () => {
    const talkative = await listening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const silent = await listening(() => undefined);
    const gone = await listening((socket) => socket.destroy());
    for (const port of [talkative, silent, gone]) expect(await faultOfOpening(source.target({ port }), 500)).toBe('UNREACHABLE');
  });

  it('is never sent a password of this installation', async () => {
    process.env['PGPASSWORD'] = 'of-this-installation';
    const heard: Buffer[] = [];
    // Asks for the password in the clear.
    const port = await listening((socket) => {
      socket.on('data', (data) => heard.push(data));
      socket.once('data', () => socket.write(Buffer.from('520000000800000003', 'hex')));
    });
    try {
      for (const password of [null, '']) await faultOfOpening(source.target({ port, password }), 500);
    } finally {
      delete process.env['PGPASSWORD'];
    }
    expect(Buffer.concat(heard).toString('latin1')).not.toContain('of-this-installation');
  });

  it('keeps the password out of errors', async () => {
    const password = 'planted-password';
    const error: unknown = await reader.open(source.target({ password }), 10_000).catch((reason: unknown) => reason);
    expect(reader.faultOf(error)).toBe('LOGIN_FAILED');
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(password);
  });

  it('is LOST when its server ends the session in the middle', async () => {
    const open = await reader.open(source.target(), 10_000);
    const [[pid] = []] = await source.readers();
    await source.run(`SELECT pg_terminate_backend(${String(pid)})`);
    const error: unknown = await readSchema(open, 'public').catch((reason: unknown) => reason);
    expect(reader.faultOf(error)).toBe('LOST');
    await open.close();
    expect(await source.readers()).toEqual([]);
  });

  it('is TIMEOUT when its catalog is locked for longer than we wait', async () => {
    await source.run('BEGIN; LOCK TABLE pg_catalog.pg_description IN ACCESS EXCLUSIVE MODE');
    const open = await reader.open(source.target(), 300);
    try {
      const error: unknown = await readSchema(open, 'public').catch((reason: unknown) => reason);
      expect(reader.faultOf(error)).toBe('TIMEOUT');
    } finally {
      await source.run('ROLLBACK');
      await open.close();
    }
  });

  it('is read without a view that is locked for longer than we wait, and without any lock on the others', async () => {
    await source.run('BEGIN; ALTER VIEW names RENAME TO other_names; LOCK TABLE rivers');
    const open = await reader.open(source.target(), 10_000);
    try {
      const locked: string[] = [];
      const read: string[] = [];
      for await (const batch of open.relations('public', (name) => locked.push(name))) read.push(...batch.map(({ name }) => name));
      expect([locked, read]).toEqual([['names'], ['rivers']]);
    } finally {
      await source.run('ROLLBACK');
      await open.close();
    }
  });

  it('is read, or LOST, when relations are dropped between two statements', async () => {
    const dropping = await PostgresqlSource.create(
      'CREATE TABLE lakes (id int CHECK (id > 0), area numeric DEFAULT 0)',
      'CREATE VIEW areas AS SELECT area FROM lakes',
      "CREATE TYPE mood AS ENUM ('well')",
      'CREATE TABLE moods (mood mood)',
    );
    const open = await reader.open(dropping.target(), 10_000);
    await open.schemas(null);
    await dropping.run('DROP TABLE lakes CASCADE');
    await dropping.run('DROP TYPE mood CASCADE');
    const outcome = await readSchema(open, 'public').then(
      ({ relations }) => [...relations.keys()],
      (error: unknown) => reader.faultOf(error),
    );
    expect(['LOST', ['areas', 'lakes', 'moods']]).toContainEqual(outcome);
    await open.close();
    await dropping.drop();
  });

  it('has no lock on its relations after a page, and no session after the end', async () => {
    const open = await reader.open(source.target(), 10_000);
    for await (const batch of open.relations('public')) {
      expect(batch.length).toBe(2);
      const held = await source.run(
        `SELECT c.relname FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a USING (pid)
         WHERE a.application_name = 'headgate-discovery' AND a.datname = current_database() AND c.oid >= 16384`,
      );
      expect(held).toEqual([]);
    }
    await open.close();
    expect(await source.readers()).toEqual([]);
  });

  it('is left by close() while a statement runs there', async () => {
    await source.run('BEGIN; LOCK TABLE pg_catalog.pg_description IN ACCESS EXCLUSIVE MODE');
    try {
      const open = await reader.open(source.target(), 60_000);
      const reading = readSchema(open, 'public').catch((error: unknown) => reader.faultOf(error));
      await eventually('the reader waits for a lock', async () => {
        const waiting = await source.run(`SELECT 1 FROM pg_locks WHERE NOT granted`);
        return waiting.length > 0;
      });
      await open.close();
      expect(await reading).toBe('LOST');
      await eventually('the session ends', async () => (await source.readers()).length === 0);
    } finally {
      await source.run('ROLLBACK');
    }
  });
});
