import { type Server, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import type { Logger as PinoLogger } from 'pino';
import { type RequestSummary, observeRequests } from './access-log.js';

let server: Server | undefined;
afterEach(() => server?.closeAllConnections());

/** Asks once, and leaves after the first bytes of the answer if it is to. @returns the line of the log */
async function lineOf(answer: RequestHandler, { leaves = false } = {}): Promise<Record<string, unknown>> {
  const ended = new Promise<Record<string, unknown>>((resolve) => {
    let told: RequestSummary | undefined;
    const write = (line: Record<string, unknown>): void => resolve({ ...line, told: told?.status });
    const logger = { info: write, warn: write, error: write, debug: write } as unknown as PinoLogger;
    const watch = { arrived: () => undefined, ended: (summary: RequestSummary) => void (told = summary) };
    const app = express();
    app.use(observeRequests(logger, watch));
    app.get('/', answer);
    server = createServer(app).listen(0, '127.0.0.1');
  });
  if (server === undefined) throw new Error('There is no server.');
  await once(server, 'listening');
  const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  request.on('error', () => undefined);
  request.on('response', (response) => {
    response.on('error', () => undefined);
    if (leaves) request.destroy();
    else response.resume();
  });
  return ended;
}

describe('the access log', () => {
  it('has the status that was answered', async () => {
    const line = await lineOf((_request, response) => void response.status(201).end('made'));
    expect([line['status'], line['told'], line['aborted']]).toEqual([201, 201, undefined]);
  });

  it('has 499 for a client that left before its answer had gone out, and not what it would have got', async () => {
    const line = await lineOf((_request, response) => void response.write('the first of it'), { leaves: true });
    expect([line['status'], line['told'], line['aborted']]).toEqual([499, 499, true]);
  });

  it('keeps a fault that cut an answer short', async () => {
    const line = await lineOf((_request, response) => {
      response.write('the first of it');
      response.statusCode = 500;
      response.destroy();
    });
    expect([line['status'], line['told'], line['aborted']]).toEqual([500, 500, true]);
  });
});
