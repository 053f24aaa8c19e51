import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import type { Provisioner } from '../../domain/provisioner.js';
import { HeavyRequests } from './heavy-requests.js';

const of = (organizationId: number): Provisioner => ({
  organizationId,
  tokenId: 1,
  tokenName: 'x',
  scopes: ['write'],
  issuedBy: null,
});

function sent(path: string, headers: Record<string, string>): Request {
  return { path, get: (name: string) => headers[name] } as unknown as Request;
}

describe('heavy requests', () => {
  const bulk = sent('/Bulk', { 'content-length': '10' });
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  class Client {
    readonly response = new EventEmitter();
    isBegun = false;
    readonly admission: Promise<void>;

    constructor(requests: HeavyRequests, organizationId: number, request = bulk) {
      this.admission = requests.admit(request, this.response as unknown as Response, of(organizationId), () => {
        this.isBegun = true;
      });
    }
  }

  it('of one organization wait for each other, and hold up neither its light ones nor anybody else', async () => {
    const requests = new HeavyRequests();
    const own = [1, 2, 3].map(() => new Client(requests, 1));
    const other = new Client(requests, 2);
    const light = new Client(requests, 1, sent('/Users', { 'content-length': '5000' }));
    const reading = new Client(requests, 1, sent('/Users', {}));
    await settled();
    expect([...own, other, light, reading].map(({ isBegun }) => isBegun)).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
    own[0]?.response.emit('close');
    await settled();
    expect(own[2]?.isBegun).toBe(true);
  });

  it.each([
    ['large bodies', sent('/Groups', { 'content-length': '9000000' })],
    ['bodies of unknown size', sent('/Users', { 'transfer-encoding': 'chunked' })],
    ['compressed bodies', sent('/Groups', { 'content-length': '9000', 'content-encoding': 'gzip' })],
    ['bulk requests, however they are spelt', sent('/bulk/', { 'content-length': '2' })],
  ])('are %s', async (_, request) => {
    const requests = new HeavyRequests();
    const all = [1, 2, 3].map(() => new Client(requests, 1, request));
    await settled();
    expect(all.map(({ isBegun }) => isBegun)).toEqual([true, true, false]);
  });

  it('are refused where too many wait, and forgotten where the client has left', async () => {
    const requests = new HeavyRequests();
    const all = Array.from({ length: 103 }, () => new Client(requests, 1));
    await expect(all[102]?.admission).rejects.toMatchObject({ kind: 'unavailable' });
    Object.assign(all[2]?.response ?? {}, { destroyed: true });
    all[0]?.response.emit('close');
    await settled();
    expect([all[2]?.isBegun, all[3]?.isBegun]).toEqual([false, true]);
  });
});
