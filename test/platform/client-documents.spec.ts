import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FetchedClientDocuments } from '../../src/agents/adapters/documents/fetched-client-documents.js';
import { FixedClock } from '../support/fixed-clock.js';
import { Names, outgoingFor } from '../support/oidc-adapter.js';

const close: (() => void)[] = [];
afterEach(() => {
  for (const end of close.splice(0)) end();
});

async function serving(listener: RequestListener): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => server.close(() => undefined).closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`, asked: () => asked };
}

describe('metadata documents of AI clients', () => {
  it('are read once an hour', async () => {
    const { url, asked } = await serving((_, response) => response.end('{"client_name":"Desk"}'));
    const clock = new FixedClock();
    const documents = new FetchedClientDocuments(outgoingFor(), clock);
    for (let time = 0; time < 3; time += 1) expect(await documents.read(url, 'user 1')).toEqual({ client_name: 'Desk' });
    expect(asked()).toBe(1);
    clock.advance({ minutes: 61 });
    await documents.read(url, 'user 1');
    expect(asked()).toBe(2);
  });

  it.each<[string, RequestListener]>([
    ['redirects', (_, response) => response.writeHead(302, { location: '/other' }).end()],
    ['is larger than 5 KB', (_, response) => response.end(JSON.stringify({ client_name: 'x'.repeat(5 * 1024) }))],
    ['is no JSON', (_, response) => response.end('<html>')],
    ['is missing', (_, response) => response.writeHead(404).end('{}')],
  ])('are none if the address %s, and not asked for again within half a minute', async (_, listener) => {
    const { url, asked } = await serving(listener);
    const clock = new FixedClock();
    const documents = new FetchedClientDocuments(outgoingFor(), clock);
    expect([await documents.read(url, 'user 1'), await documents.read(url, 'user 2'), asked()]).toEqual([null, null, 1]);
    clock.advance({ seconds: 31 });
    await documents.read(url, 'user 1');
    expect(asked()).toBe(2);
  });

  it('are never fetched from a private network', async () => {
    const { url, asked } = await serving((_, response) => response.end('{}'));
    const inside = new FetchedClientDocuments(outgoingFor({ networks: 'public' }), new FixedClock());
    expect(await inside.read(url, 'user 1')).toBeNull();
    const resolver = new Names({ 'client.example': ['10.0.0.7'] });
    const named = new FetchedClientDocuments(outgoingFor({ networks: 'public', resolver }), new FixedClock());
    expect([await named.read('https://client.example/client.json', 'user 1'), asked()]).toEqual([null, 0]);
  });
});
