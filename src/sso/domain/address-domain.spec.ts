import { describe, expect, it } from '@jest/globals';
import { domainOf } from './address-domain.js';

describe('the domain of an address', () => {
  it.each([
    ['ada@corp.example', 'corp.example'],
    ['ada@müller.example', 'xn--mller-kva.example'],
    ['"a@b.example"@corp.example', 'corp.example'],
  ])('of %s is %s', (address, domain) => {
    expect(domainOf(address)).toBe(domain);
  });

  it.each(['ada@corp.example/.evil.example', 'ada@corp.example?x', 'ada@corp.example.', 'ada@corp', 'ada@corp.example%2e', 'ada'])(
    'is none of %s',
    (address) => {
      expect(domainOf(address)).toBe('');
    },
  );
});
