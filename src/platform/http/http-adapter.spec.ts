import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Express, Request, Response } from 'express';
import { HttpAdapter } from './http-adapter.js';

describe('HttpAdapter', () => {
  let app: Express;
  let server: Server;

  beforeEach(async () => {
    const adapter = new HttpAdapter();
    adapter.initHttpServer();
    app = adapter.getInstance<Express>();
    server = adapter.getHttpServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const ask = (): Promise<globalThis.Response> => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  it('makes requests and responses with the prototype that Express would give them', async () => {
    const made: object[] = [];
    server.prependListener('request', (request: object, response: object) =>
      made.push(Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object),
    );
    let given: readonly object[] = [];
    app.use((request: Request, response: Response) => {
      given = [Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object];
      response.json({});
    });
    await ask();
    expect(given[0]).toBe(made[0]);
    expect(given[1]).toBe(made[1]);
  });

  it('leaves them what Express adds to each', async () => {
    app.use((request: Request, response: Response) => {
      response.status(201).json({ path: request.path, own: request.app === app && response.app === app, host: request.get('host') });
    });
    const answer = await ask();
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ path: '/', own: true, host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
  });
});
