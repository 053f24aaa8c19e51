import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cookieName } from './cookies.js';

describe('the name of a cookie', () => {
  it.each([
    ['https://headgate.example', '__Host-headgate_session'],
    ['https://headgate.example:8443', '__Host-headgate_session_8443'],
    ['http://localhost:3000', 'headgate_session_3000'],
    ['http://headgate.lan', 'headgate_session'],
  ])('is its own at %s', (publicUrl, name) => {
    expect(cookieName('session', publicUrl)).toBe(name);
  });

  it('is made here for every cookie that the service sets', () => {
    const setters = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.ts$/.test(file) && !/\.spec\.ts$|^demo\/stand-ins\//.test(file))
      .filter((file) => /\.cookie\(/.test(readFileSync(join('src', file), 'utf8')));
    expect(setters.length).toBeGreaterThan(2);
    expect(setters.filter((file) => !readFileSync(join('src', file), 'utf8').includes('cookieName('))).toEqual([]);
  });
});
