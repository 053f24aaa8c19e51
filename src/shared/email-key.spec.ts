import { randomInt } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from './domain-error.js';
import { asciiAddressOf, asciiDomainOf, emailKeyOf, emailOf, nameKeyOf } from './email-key.js';

describe('the key of an e-mail address', () => {
  it.each([
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ADA@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@xn--MNCHEN-3ya.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@mu\u0308nchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@corp\u3002example', 'ada@corp.example'],
    ['ada@corp\uFF0Eexample', 'ada@corp.example'],
    ['ada@corp\uFF61example', 'ada@corp.example'],
    ['ada@corp.example.', 'ada@corp.example'],
    ['ada@corp.example\u3002', 'ada@corp.example'],
    ['\uFF21da\uFF20corp.example', 'ada@corp.example'],
    [' Ada@Corp.example ', 'ada@corp.example'],
    ['Jürgen@corp.example', 'jürgen@corp.example'],
    ['root@localhost', 'root@localhost'],
  ])('is one for every spelling of a mailbox: %s', (spelling, key) => {
    expect(emailKeyOf(spelling)).toBe(key);
    expect(emailKeyOf(key)).toBe(key);
  });

  it.each(['a.da@corp.example', 'ada+tag@corp.example', 'ada@mail.corp.example', 'ada@straße.example'])(
    'knows no private rule of a provider, and no likeness of domains: %s',
    (address) => {
      expect([emailKeyOf('ada@corp.example'), emailKeyOf('ada@strasse.example')]).not.toContain(emailKeyOf(address));
    },
  );

  it('reads domains in plain ASCII as the URL parser does', () => {
    const pieces = ['a', 'z9', '0', '7f', '0x1', '-', '_', '.', 'xn--', 'xn', '--', 'mnchen-3ya', 'a'.repeat(62)];
    const domains = Array.from({ length: 5_000 }, () =>
      Array.from({ length: randomInt(1, 7) }, () => pieces[randomInt(pieces.length)]).join(''),
    );
    // The dot of the root takes the long way.
    for (const domain of domains.filter((each) => !each.endsWith('.')))
      expect([domain, asciiDomainOf(domain)]).toEqual([domain, asciiDomainOf(`${domain}.`)]);
  });

  it('folds a capital sigma as the DNS does, not as a language would', () => {
    expect(asciiDomainOf('ΒΌΛΟΣ.example')).toBe(asciiDomainOf('βόλοσ.example'));
    expect(asciiDomainOf('ΒΌΛΟΣ.example')).not.toBe(asciiDomainOf('βόλος.example'));
  });

  it.each([
    'ada',
    '@corp.example',
    'ada@',
    'ada@.',
    'ada@corp..example',
    'ada@corp.example..',
    'ada@corp.example/x',
    'ada@corp.example:25',
    'ada@corp%2eexample',
    'ada@xn--a.example',
    'ada@xn--.example',
    'ada@corp.xn--0',
    'ada@xn--u-ccb.example',
    'ada@1.2.3',
    'ada@corp\u200D.example',
    `ada@${'a'.repeat(64)}.example`,
    `ada@${'ü'.repeat(60)}.example`,
    `ada@${'字'.repeat(100_000)}.example`,
    `ada@${'abc.'.repeat(64)}example`,
  ])('is none for %s', (text) => {
    expect(emailKeyOf(text)).toBeNull();
    expect(nameKeyOf(text)).toBe(text.toLowerCase());
  });

  it('leaves the local part as it was written where the mail goes', () => {
    expect(asciiAddressOf('Ada.Lovelace@MÜNCHEN.example.')).toBe('Ada.Lovelace@xn--mnchen-3ya.example');
  });
});

describe('an address that somebody gives', () => {
  it.each(['ada@-corp.example', 'ada@corp-.example', 'ada@mail.-corp.example', 'ada@corp.example-', 'ada@-', 'ADA@-MÜNCHEN.example'])(
    'is none where no host can be: %s',
    (text) => expect(() => emailOf(text)).toThrow(ValidationFailed),
  );

  // Carriers in Japan gave out local parts with such points, and a server in the house may be named by one word.
  it.each([
    'a..b@corp.example',
    '.a@corp.example',
    'a.@corp.example',
    '-a-@co--rp.example',
    'a.-b@c-d.e',
    'root@localhost',
    'a@x_y.example',
  ])('is one where its server may take it: %s', (text) => expect(emailOf(text).text).toBe(text));
});
