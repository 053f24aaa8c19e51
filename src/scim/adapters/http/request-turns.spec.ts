import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import type { Provisioner } from '../../domain/provisioner.js';
import { RequestTurns } from './request-turns.js';

const of = (organizationId: number): Provisioner => ({
  organizationId,
  tokenId: 1,
  tokenName: 'x',
  scopes: ['write'],
  backing: { issuedBy: 1, approvedBy: null, approvedUpTo: null, mustHold: 'scim.manage' },
});

function sent(path: string, headers: Record<string, string>): Request {
  return { path, get: (name: string) => headers[name] } as unknown as Request;
}

describe('requests', () => {
  const bulk = sent('/Bulk', { 'content-length': '10' });
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  class Client {
    readonly response = new EventEmitter();
    isBegun = false;
    readonly admission: Promise<void>;

    constructor(requests: RequestTurns, organizationId: number, request = bulk) {
      this.admission = requests.admit(request, this.response as unknown as Response, of(organizationId), () => {
        this.isBegun = true;
      });
    }
  }

  it('that are heavy wait for each other, and hold up neither light ones nor another organization', async () => {
    const requests = new RequestTurns();
    const own = [1, 2, 3].map(() => new Client(requests, 1));
    const other = new Client(requests, 2);
    const light = new Client(requests, 1, sent('/Users', { 'content-length': '5000' }));
    const reading = new Client(requests, 1, sent('/Users', {}));
    await settled();
    expect([...own, other, light, reading].map(({ isBegun }) => isBegun)).toEqual([true, true, false, true, true, true]);
    own[0]?.response.emit('close');
    await settled();
    expect(own[2]?.isBegun).toBe(true);
  });

  it('of one organization are ten at once, and others do not wait for them', async () => {
    const requests = new RequestTurns();
    const light = sent('/Users', {});
    const own = Array.from({ length: 12 }, () => new Client(requests, 1, light));
    const other = new Client(requests, 2, light);
    await settled();
    expect(own.filter(({ isBegun }) => isBegun)).toHaveLength(10);
    expect(other.isBegun).toBe(true);
    own[0]?.response.emit('close');
    await settled();
    expect(own.filter(({ isBegun }) => isBegun)).toHaveLength(11);
  });

  it.each([
    ['large bodies', sent('/Groups', { 'content-length': '9000000' })],
    ['bodies of unknown size', sent('/Users', { 'transfer-encoding': 'chunked' })],
    ['compressed bodies', sent('/Groups', { 'content-length': '9000', 'content-encoding': 'gzip' })],
    ['bulk requests, however they are spelt', sent('/bulk/', { 'content-length': '2' })],
  ])('are heavy: %s', async (_, request) => {
    const requests = new RequestTurns();
    const all = [1, 2, 3].map(() => new Client(requests, 1, request));
    await settled();
    expect(all.map(({ isBegun }) => isBegun)).toEqual([true, true, false]);
  });

  it('are refused where too many wait, and forgotten where the client has left', async () => {
    const requests = new RequestTurns();
    const all = Array.from({ length: 103 }, () => new Client(requests, 1));
    await expect(all[102]?.admission).rejects.toMatchObject({ kind: 'unavailable' });
    Object.assign(all[2]?.response ?? {}, { destroyed: true });
    all[0]?.response.emit('close');
    await settled();
    expect([all[2]?.isBegun, all[3]?.isBegun]).toEqual([false, true]);
  });
});
