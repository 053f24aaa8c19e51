import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { networkOf, partiesOf } from './network.js';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  it('has one name for the unknown', () => {
    expect(networkOf(null)).toBe('unknown');
  });

  it('gives every address of a /64 the same network, however it is written', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    fc.assert(
      fc.property(fc.array(group, { minLength: 4, maxLength: 4 }), fc.array(group, { minLength: 4, maxLength: 4 }), (prefix, host) => {
        const [one, other] = [
          [...prefix, ...host],
          [...prefix, '0', '0', '0', '1'],
        ].map((groups) => networkOf(groups.join(':')));
        expect(one).toBe(other);
        expect(one).toBe(`${prefix.join(':')}::/64`);
      }),
    );
  });

  it.each([
    ['2001:db8:1:abcd::1', ['2001:db8:1::/48', '2001:db8:1:ab00::/56', '2001:db8:1:abcd::/64']],
    ['2001:db8::1', ['2001:db8:0::/48', '2001:db8:0:0::/56', '2001:db8:0:0::/64']],
    ['203.0.113.7', ['203.0.113.7']],
    [null, ['unknown']],
  ])('names the parties that %s belongs to, the widest first', (ip, parties) => {
    expect(partiesOf(networkOf(ip))).toEqual(parties);
  });
});
