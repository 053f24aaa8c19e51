import { describe, expect, it } from '@jest/globals';
import { isAllowedReturn, returnWith } from './return-address.js';

const ALLOWED = ['https://app.example/signed-in', 'http://127.0.0.1:3000/'];

describe('where a login may end', () => {
  it.each(['https://app.example/signed-in', 'https://app.example/signed-in?tab=2', 'http://127.0.0.1:3000/?a=b'])('is %s', (address) => {
    expect(isAllowedReturn(address, ALLOWED)).toBe(true);
  });

  it.each([
    'https://app.example/signed-in/',
    'https://app.example/signed-in/../evil',
    'https://app.example/signed-in#https://evil.example',
    'https://app.example/signed-in;x',
    'https://app.example.evil.example/signed-in',
    'https://app.example@evil.example/signed-in',
    'https://evil.example/?https://app.example/signed-in',
    'https://evil.example\\@app.example/signed-in',
    'HTTPS://app.example/signed-in',
    'http://app.example/signed-in',
    'https://app.example:444/signed-in',
    '//app.example/signed-in',
    '/signed-in',
    'javascript:alert(1)',
    'https://app.example/signed-in?\r\nSet-Cookie: a=b',
    `https://app.example/signed-in?${'a'.repeat(2_000)}`,
    '',
  ])('is not %j', (address) => {
    expect(isAllowedReturn(address, ALLOWED)).toBe(false);
  });

  it('holds the outcome of this login, and no earlier one', () => {
    const planted = 'https://app.example/signed-in?tab=2&code=planted&error=planted&link_token=planted';
    expect(returnWith(planted, { code: 'own' })).toBe('https://app.example/signed-in?tab=2&code=own');
    expect(returnWith(planted, { error: 'X' })).toBe('https://app.example/signed-in?tab=2&error=X');
  });
});
