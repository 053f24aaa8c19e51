import { type RequestListener, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Names, outgoingFor } from '../support/oidc-adapter.js';
import { selfSigned } from '../support/self-signed.js';

const PARTY = { party: 'organization 1' };
const close: (() => void)[] = [];
afterEach(() => {
  mock.timers.reset();
  for (const end of close.splice(0)) end();
});

async function serving(listener: RequestListener): Promise<{ port: number; url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => server.close(() => undefined).closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/`, asked: () => asked };
}

describe('fetching what others name', () => {
  it('answers with status, type and body', async () => {
    const { url } = await serving((request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      request.pipe(response);
    });
    const response = await outgoingFor().fetch(url, { ...PARTY, method: 'POST', body: '{"a":1}' });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ a: 1 });
  });

  it.each([
    'not an address',
    'ftp://idp.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:secret@idp.example/',
    'https://',
    'https://exa mple/',
  ])('asks for nothing at %s', async (address) => {
    await expect(outgoingFor().fetch(address, PARTY)).rejects.toMatchObject({ fault: 'ADDRESS_MALFORMED' });
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.5/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://0.0.0.0/',
  ])('does not go to %s where public networks alone are allowed', async (address) => {
    const outgoing = outgoingFor({ networks: 'public' });
    await expect(outgoing.fetch(address, PARTY)).rejects.toMatchObject({ fault: 'ADDRESS_REFUSED' });
  });

  it('does not go to a metadata service although all private networks are allowed', async () => {
    const outgoing = outgoingFor({
      networks: 'public,private,loopback',
      resolver: new Names({ 'idp.example': ['169.254.169.254'] }),
    });
    await expect(outgoing.fetch('https://idp.example/', PARTY)).rejects.toMatchObject({ fault: 'ADDRESS_REFUSED' });
  });

  it.each([[['10.0.0.5']], [['127.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['fe80::1%eth0']], [['::ffff:10.0.0.5']]])(
    'does not go to a name that has the addresses %j',
    async (addresses) => {
      const outgoing = outgoingFor({ networks: 'public', resolver: new Names({ 'idp.example': addresses }) });
      await expect(outgoing.fetch('https://idp.example/', PARTY)).rejects.toMatchObject({ fault: 'ADDRESS_REFUSED' });
    },
  );

  it('connects to the address that was judged, and asks no name server again', async () => {
    const { port, asked } = await serving((request, response) => response.end(request.headers.host));
    const names = new Names({ 'idp.invalid': ['127.0.0.1'] });
    const look = jest.spyOn(names, 'addressesOf');
    const response = await outgoingFor({ resolver: names }).fetch(`http://idp.invalid:${port}/`, PARTY);
    expect(await response.text()).toBe(`idp.invalid:${port}`);
    expect([asked(), look.mock.calls.length]).toEqual([1, 1]);
  });

  it('judges addresses however the name server writes them', async () => {
    const resolver = new Names({ 'idp.invalid': ['::ffff:127.0.0.1', '0:0:0:0:0:0:0:1'] });
    // No server listens there, but the request goes there all the same.
    const answer = outgoingFor({ resolver }).fetch('https://idp.invalid:1/', PARTY);
    await expect(answer).rejects.toMatchObject({ fault: 'UNREACHABLE' });
  });

  it('says that a name without addresses is not reached', async () => {
    const outgoing = outgoingFor({ resolver: new Names({}) });
    await expect(outgoing.fetch('https://idp.example/', PARTY)).rejects.toMatchObject({ fault: 'UNREACHABLE' });
  });

  it('speaks plain HTTP to this machine alone', async () => {
    const outgoing = outgoingFor({
      networks: 'private,loopback',
      resolver: new Names({ 'idp.example': ['10.0.0.5'] }),
    });
    await expect(outgoing.fetch('http://10.0.0.5/', PARTY)).rejects.toMatchObject({ fault: 'PLAIN_HTTP' });
    await expect(outgoing.fetch('http://idp.example/', PARTY)).rejects.toMatchObject({ fault: 'PLAIN_HTTP' });
  });

  it.each([301, 302, 303, 307, 308, 300])('follows no redirection (%d)', async (status) => {
    const inner = await serving((_request, response) => response.end('secret'));
    const { url } = await serving((_request, response) => response.writeHead(status, { location: inner.url }).end());
    await expect(outgoingFor().fetch(url, PARTY)).rejects.toMatchObject({ fault: 'REDIRECTED' });
    expect(inner.asked()).toBe(0);
  });

  it('reads 1 MiB and not one byte more, whatever length was announced', async () => {
    let size = 1024 * 1024;
    const { url } = await serving((_request, response) => response.end(Buffer.alloc(size)));
    expect((await (await outgoingFor().fetch(url, PARTY)).arrayBuffer()).byteLength).toBe(size);
    size += 1;
    await expect(outgoingFor().fetch(url, PARTY)).rejects.toMatchObject({ fault: 'TOO_LARGE' });
  });

  it('stops reading a body that never ends', async () => {
    const { url } = await serving((_request, response) => {
      const more = (): void => void (response.writable && response.write(Buffer.alloc(64 * 1024), more));
      more();
    });
    await expect(outgoingFor().fetch(url, PARTY)).rejects.toMatchObject({ fault: 'TOO_LARGE' });
  });

  it('unpacks nothing', async () => {
    const { url } = await serving((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000))),
    );
    await expect(outgoingFor().fetch(url, PARTY)).rejects.toMatchObject({ fault: 'ENCODED' });
  });

  it.each(['before the first byte', 'within the body'])('gives up after ten seconds when it is stuck %s', async (where) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { url } = await serving((_request, response) => {
      if (where === 'within the body') response.write('{');
      setImmediate(() => mock.timers.tick(10_000));
    });
    await expect(outgoingFor().fetch(url, PARTY)).rejects.toMatchObject({ fault: 'TOO_SLOW' });
  });

  it('gives up when its caller gives up', async () => {
    const asking = new AbortController();
    const { url } = await serving(() => asking.abort());
    await expect(outgoingFor().fetch(url, { ...PARTY, signal: asking.signal })).rejects.toMatchObject({
      fault: 'TOO_SLOW',
    });
  });

  it('believes a half answer as little as none', async () => {
    const { url } = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{}', () => response.destroy());
    });
    await expect(outgoingFor().fetch(url, PARTY)).rejects.toMatchObject({ fault: 'UNREACHABLE' });
  });

  it('does not trust a certificate without a trusted authority', async () => {
    const server = createTlsServer(selfSigned('idp.example'), (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    close.push(() => server.close(() => undefined).closeAllConnections());
    const { port } = server.address() as AddressInfo;
    const outgoing = outgoingFor({ resolver: new Names({ 'idp.example': ['127.0.0.1'] }) });
    await expect(outgoing.fetch(`https://idp.example:${port}/`, PARTY)).rejects.toMatchObject({ fault: 'UNREACHABLE' });
  });

  it('lets one party wait for itself and not for others', async () => {
    const held: (() => void)[] = [];
    const slow = await serving((_request, response) => void held.push(() => response.end()));
    const quick = await serving((_request, response) => response.end());
    const outgoing = outgoingFor();
    const waiting = Array.from({ length: 24 }, () => outgoing.fetch(slow.url, PARTY));
    await outgoing.fetch(quick.url, { party: 'organization 2' });
    expect(slow.asked()).toBeLessThanOrEqual(4);
    const settled = Promise.all(waiting);
    let isSettled = false;
    void settled.then(() => (isSettled = true));
    while (!isSettled) {
      for (const release of held.splice(0)) release();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(slow.asked()).toBe(24);
  });
});
