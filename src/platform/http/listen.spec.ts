import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { limitServer } from './listen.js';

describe('a server', () => {
  it('keeps resting connections as long as the operator says', () => {
    const server = createServer();
    limitServer(server, 10, 620);
    expect(server.keepAliveTimeout).toBe(620_000);
  });
});
