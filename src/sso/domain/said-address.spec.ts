import { describe, expect, it } from '@jest/globals';
import { oneAddressIn, whereAddressesAre } from './said-address.js';

describe('The address that a provider has sent', () => {
  it.each<[readonly string[], string | null]>([
    [['ada@corp.example'], 'ada@corp.example'],
    [['Ada@Corp.Example', 'ada@corp.example'], 'Ada@Corp.Example'],
    [['ada@corp.example ', '\n\tada@corp.example'], 'ada@corp.example'],
    [['ada@corp.example', ''], 'ada@corp.example'],
    [['ada@corp.example', 'bea@corp.example'], null],
    [['ada@corp.example\u00a0', 'ada@corp.example'], 'ada@corp.example\u00a0'],
    [['ada@corp.example\ufeff'], 'ada@corp.example\ufeff'],
    [[' '], null],
    [[], null],
  ])('is in %j: %j', (said, address) => expect(oneAddressIn(said)).toBe(address));

  it('is looked for under all names, for administrators', () => {
    const claims = {
      sub: 'ada',
      mail: 'ada@corp.example',
      proxy: ['ada@corp.example', 'a@corp.example', 'x'],
      address: { a: 'b@c.example' },
    };
    expect(whereAddressesAre(claims)).toBe('Addresses are under "mail" (one), "proxy" (2 different ones).');
    expect(whereAddressesAre({ sub: 'ada', groups: ['a'] })).toBe('It holds none at all.');
  });
});
