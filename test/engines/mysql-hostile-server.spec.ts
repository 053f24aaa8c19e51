import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mySqlReader } from '../../src/engines/catalog-reader/mysql/mysql-reader.js';
import { target } from '../support/mysql-fixtures.js';

const SSL = 0x0800;
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const LOCAL_FILE = Buffer.from('\xfb/etc/passwd', 'latin1');

/** A packet of the protocol: length, number, content. */
function packet(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([content.length & 255, content.length >> 8, 0, number]), content]);
}

function greeting(capabilities: number): Buffer {
  const low = Buffer.alloc(2);
  low.writeUInt16LE(capabilities & 0xffff);
  return packet(
    0,
    Buffer.concat([
      Buffer.from('\n8.0.36\0\x01\0\0\0abcdefgh\0', 'latin1'),
      low,
      Buffer.from([45, 2, 0, 0x08, 0, 21, ...Buffer.alloc(10)]),
      Buffer.from('ijklmnopqrst\0mysql_native_password\0', 'latin1'),
    ]),
  );
}

const PLAIN = 0xf7ff & ~SSL;

describe('a server that is none, or means harm', () => {
  let server: Server | undefined;
  const sockets: Socket[] = [];

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server?.close();
  });

  async function open(behave: (socket: Socket) => void, options: { mode?: 'require'; timeoutMs?: number } = {}) {
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      behave(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const source = target({
      name: 'mysql.test',
      addresses: ['127.0.0.1'],
      port,
      database: '',
      username: 'reader',
      password: 'secret',
      tls: { mode: options.mode ?? 'disable', ca: null },
    });
    return mySqlReader.open(source, options.timeoutMs ?? 5_000).then(
      async (opened) => {
        await opened.close();
        return 'opened';
      },
      (error: unknown) => mySqlReader.faultOf(error),
    );
  }

  it.each<[string, Buffer]>([
    ['another protocol', Buffer.from('SSH-2.0-OpenSSH_9.2\r\n'.repeat(9))],
    ['less than a greeting', Buffer.from([1, 0, 0, 0, 10])],
    ['a greeting of long ago', Buffer.from([6, 0, 0, 0, 9, 0x33, 0x2e, 0x32, 0, 0])],
    ['a greeting of nothing', packet(0, Buffer.alloc(0))],
    ['"too many connections"', packet(0, Buffer.from('\xff\x10\x04Too many connections', 'latin1'))],
  ])('is unreachable when it answers %s and hangs up', async (_, bytes) => {
    expect(await open((socket) => socket.end(bytes))).toBe('UNREACHABLE');
  });

  it('is unreachable when it accepts and says nothing', async () => {
    expect(await open(() => undefined, { timeoutMs: 300 })).toBe('UNREACHABLE');
  });

  it('is not trusted, and gets no password, when it has no TLS and TLS is required', async () => {
    const received: Buffer[] = [];
    const fault = await open(
      (socket) => {
        socket.on('data', (bytes) => received.push(bytes));
        socket.write(greeting(PLAIN));
      },
      { mode: 'require' },
    );
    expect(fault).toBe('TLS_FAILED');
    expect(Buffer.concat(received)).toHaveLength(0);
  });

  it('gets no password in clear text by asking for it', async () => {
    const received: Buffer[] = [];
    const fault = await open((socket) => {
      socket.on('data', (bytes) => {
        received.push(bytes);
        if (received.length === 1) socket.write(packet(2, Buffer.from('\xfemysql_clear_password\0', 'latin1')));
        else socket.end();
      });
      socket.write(greeting(PLAIN));
    });
    expect(fault).toBe('LOGIN_FAILED');
    expect(Buffer.concat(received).includes('secret')).toBe(false);
  });

  it('gets no file of ours by asking for it instead of answering', async () => {
    const received: Buffer[] = [];
    const fault = await open((socket) => {
      socket.on('data', (bytes) => {
        received.push(bytes);
        if (received.length === 1) socket.write(packet(2, OK));
        else if (received.length === 2) socket.write(packet(1, LOCAL_FILE));
        else socket.end(packet(3, OK));
      });
      socket.write(greeting(PLAIN));
    });
    expect(fault).toBe('LOST');
    expect(received[2]).toEqual(Buffer.from([0, 0, 0, 2]));
    expect(Buffer.concat(received).includes('root:')).toBe(false);
  });

  it.each<[string, Buffer]>([
    ['nonsense', packet(1, Buffer.from([3, 1, 2, 3]))],
    ['the beginning of an answer', Buffer.from([200, 0, 0, 1, 1])],
    ['an answer without rows', packet(1, OK)],
  ])('is given up when it answers a statement with %s and hangs up', async (_, bytes) => {
    const fault = await open((socket) => {
      let received = 0;
      socket.on('data', () => {
        received += 1;
        if (received === 1) socket.write(packet(2, OK));
        else socket.end(bytes);
      });
      socket.write(greeting(PLAIN));
    });
    expect(fault).toBe('LOST');
  });

  it('is given up when it never answers a statement', async () => {
    const fault = await open(
      (socket) => {
        let received = 0;
        socket.on('data', () => {
          received += 1;
          if (received === 1) socket.write(packet(2, OK));
        });
        socket.write(greeting(PLAIN));
      },
      { timeoutMs: 300 },
    );
    expect(fault).toBe('TIMEOUT');
  });
});
