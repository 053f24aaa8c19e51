import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { Logger } from '../logging/logger.js';
import { ShedConnections } from './shed-connections.js';

describe('connections that are turned away', () => {
  const watched = () => {
    const lines: [object, string][] = [];
    let now = Date.parse('2026-11-27T12:00:00Z');
    const write = (fields: object, message: string): void => void lines.push([fields, message]);
    const server = createServer();
    new ShedConnections({ warn: write, error: write } as unknown as Logger, { now: () => new Date(now) }).watch(server, 'PORT');
    const fail = (code: string): void => void server.emit('error', Object.assign(new Error(code), { code, syscall: 'accept' }));
    return { server, lines, fail, pass: (ms: number) => (now += ms) };
  };

  it.each(['EMFILE', 'ENFILE'])('by %s end nothing, and are told once a minute, with what to do', (code) => {
    const { lines, fail, pass } = watched();
    for (let time = 0; time < 3; time += 1) fail(code);
    expect(lines).toEqual([[expect.objectContaining({ times: 1 }), expect.stringMatching(/raise LimitNOFILE .*restart/)]]);
    pass(60_000);
    fail(code);
    expect(lines.slice(1)).toEqual([[expect.objectContaining({ times: 3 }), expect.any(String)]]);
  });

  it('for another reason end nothing either', () => {
    const { lines, fail } = watched();
    fail('ENOBUFS');
    expect(lines).toEqual([[expect.anything(), expect.stringMatching(/^a connection could not be taken/)]]);
  });

  it('because the port takes no more are told with its limit', () => {
    const { server, lines } = watched();
    server.maxConnections = 7;
    for (let time = 0; time < 3; time += 1) server.emit('drop');
    expect(lines).toEqual([[expect.objectContaining({ port: 'PORT', limit: 7 }), expect.stringMatching(/limit them for each address/)]]);
  });
});
