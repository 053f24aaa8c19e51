import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Target } from '../../src/engines/catalog-reader/target.js';
import { mySqlReader } from '../../src/engines/catalog-reader/mysql/mysql-reader.js';
import { PostgresqlReader } from '../../src/engines/catalog-reader/postgresql/postgresql-reader.js';
import type { SourceReader } from '../../src/engines/catalog-reader/source-reader.js';
import { selfSigned } from '../support/self-signed.js';

const LOGGED_IN = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
/** A row of one cell of 2 GB. */
const ENDLESS_ROW = Buffer.from('447fffffff00017ffffff0', 'hex');
/** Of MySQL 8, with every capability but TLS. */
const GREETING = packet(
  0,
  '\n8.0.36\0\x01\0\0\0abcdefgh\0\xff\xf7\x2d\x02\0\x08\0\x15' + '\0'.repeat(10) + 'ijklmnopqrst\0mysql_native_password\0',
);
const OK = packet(2, '\0\0\0\x02\0\0\0');
const MEGABYTE = Buffer.alloc(1024 ** 2, 0xff);
const ENOUGH = 400;

interface Part {
  readonly reader: SourceReader;
  /** Says what the server of this kind says until a client is logged in, then calls back at its first statement. */
  readonly login: (stream: Duplex, loggedIn: () => void) => void;
  readonly endless: Buffer;
}

const PARTS: Readonly<Record<'postgresql' | 'mysql', Part>> = {
  postgresql: {
    reader: new PostgresqlReader(),
    login: (stream, loggedIn) => {
      stream.once('data', () => {
        stream.once('data', loggedIn);
        stream.write(LOGGED_IN);
      });
    },
    endless: ENDLESS_ROW,
  },
  mysql: {
    reader: mySqlReader,
    login: (stream, loggedIn) => {
      stream.once('data', () => {
        stream.once('data', loggedIn);
        stream.write(OK);
      });
      stream.write(GREETING);
    },
    // Each packet says that another follows; so does each byte of what comes after it.
    endless: Buffer.from([0xff, 0xff, 0xff, 1]),
  },
};

describe.each(['postgresql', 'mysql'] as const)('A hostile server of %s', (engine) => {
  const { reader, login, endless } = PARTS[engine];
  const servers: Server[] = [];
  const sockets: Socket[] = [];

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  async function target(behave: (socket: Socket) => void, addresses = 1, mode: 'disable' | 'require' = 'disable') {
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      behave(socket);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const place = { name: 'db.delta.example', addresses: Array<string>(addresses).fill('127.0.0.1'), port };
    const tls = { mode, ca: null };
    return { engine, server: { ...place, database: 'x', username: 'reader', password: 'x', tls } } satisfies Target;
  }

  async function faultOf(opening: ReturnType<SourceReader['open']>): Promise<string | undefined> {
    return opening.then(
      async (source) => {
        await source.close();
        return 'none';
      },
      (error: unknown) => reader.faultOf(error),
    );
  }

  async function allClosed(): Promise<void> {
    for (const socket of sockets) if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  }

  /** Sends megabytes until it is cut off, or has sent enough to do harm. */
  function flooding(sent: { megabytes: number }, stream: Duplex): void {
    const more = (): void => {
      while (!stream.destroyed && sent.megabytes < ENOUGH) {
        sent.megabytes += 1;
        if (!stream.write(MEGABYTE)) {
          stream.once('drain', more);
          return;
        }
      }
    };
    stream.on('error', () => undefined);
    stream.write(endless);
    more();
  }

  it('is cut off as TOO_LARGE when its answer never ends', async () => {
    const sent = { megabytes: 0 };
    const source = await target((socket) => login(socket, () => flooding(sent, socket)));
    expect(await faultOf(reader.open(source, 60_000))).toBe('TOO_LARGE');
    await allClosed();
    expect(sent.megabytes).toBeLessThan(ENOUGH);
  });

  it('is cut off as TOO_LARGE before the login, and its other addresses are left alone', async () => {
    const sent = { megabytes: 0 };
    const source = await target((socket) => {
      if (engine === 'postgresql') socket.once('data', () => flooding(sent, socket));
      else flooding(sent, socket);
    }, 3);
    expect(await faultOf(reader.open(source, 60_000))).toBe('TOO_LARGE');
    await allClosed();
    expect([sockets.length, sent.megabytes < ENOUGH]).toEqual([1, true]);
  });

  it('is tried at eight of its addresses and no more', async () => {
    const source = await target((socket) => socket.destroy(), 12);
    expect(await faultOf(reader.open(source, 10_000))).toBe('UNREACHABLE');
    expect(sockets).toHaveLength(8);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['stalls after the login', (socket) => login(socket, () => undefined)],
  ])('that %s is left if no caller waits any more, and none of its other addresses is tried', async (_, behave) => {
    const stop = new AbortController();
    const connected = withResolvers();
    const source = await target((socket) => {
      behave(socket);
      connected.resolve(undefined);
    }, 3);
    const fault = faultOf(reader.open(source, 60_000, stop.signal));
    await connected.promise;
    stop.abort();
    expect(['TIMEOUT', 'UNREACHABLE']).toContain(await fault);
    await allClosed();
    expect(sockets).toHaveLength(1);
  });

  it('is never contacted if no caller waits any more', async () => {
    const source = await target((socket) => login(socket, () => undefined));
    expect(await faultOf(reader.open(source, 60_000, AbortSignal.abort()))).toBe('UNREACHABLE');
    expect(sockets).toHaveLength(0);
  });

  it('that stalls after the login is left in time', async () => {
    const source = await target((socket) => login(socket, () => undefined));
    expect(await faultOf(reader.open(source, 2_000))).toBe('TIMEOUT');
    await allClosed();
  });

  it('is cut off under TLS too', async () => {
    const identity = selfSigned('db.delta.example');
    const sent = { megabytes: 0 };
    const source = await target(
      (socket) => {
        const begin = (early: Buffer): void => {
          socket.pause();
          if (early.length > 0) socket.unshift(early);
          const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(identity) });
          secure.on('error', () => undefined);
          secure.once('data', () => flooding(sent, secure));
        };
        socket.once('data', (request: Buffer) => {
          if (engine === 'postgresql') socket.write('S');
          // What asks for TLS may come along with its beginning.
          begin(request.subarray(engine === 'postgresql' ? 8 : 36));
        });
        if (engine === 'mysql') socket.write(withTls(GREETING));
      },
      1,
      'require',
    );
    expect(await faultOf(reader.open(source, 60_000))).toBe('TOO_LARGE');
    await allClosed();
    expect(sent.megabytes).toBeLessThan(ENOUGH);
  });
});

function packet(number: number, content: string): Buffer {
  return Buffer.from(`${String.fromCharCode(content.length)}\0\0${String.fromCharCode(number)}${content}`, 'latin1');
}

/** The same greeting of a server that has TLS. */
function withTls(greeting: Buffer): Buffer {
  const copy = Buffer.from(greeting);
  copy[copy.indexOf(Buffer.from('fff7', 'hex')) + 1] = 0xff;
  return copy;
}

function withResolvers(): { promise: Promise<undefined>; resolve: (value: undefined) => void } {
  let resolve: (value: undefined) => void = () => undefined;
  const promise = new Promise<undefined>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
