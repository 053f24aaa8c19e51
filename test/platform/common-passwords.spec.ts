import { describe, expect, it } from '@jest/globals';
import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { KNOWN_PHRASES } from '../../src/accounts/adapters/passwords/known-phrases.js';
import { OfflineCommonPasswords } from '../../src/accounts/adapters/passwords/offline-common-passwords.js';
import { passwordWeakness } from '../../src/accounts/domain/password-policy.js';
import { DEMO_ORGANIZATIONS, DEMO_PASSWORD, DEMO_USERS } from '../../src/demo/demo-data.js';

const commonPasswords = new OfflineCommonPasswords();
const names = ['olivia', 'olivia@delta.example', 'Delta Analytics'];

const reasonOf = (password: string, mfaEnrolled = false) =>
  passwordWeakness(password, { mfaEnrolled, names }, (candidate) => commonPasswords.includes(candidate))?.reason ?? null;
const accepted = (passwords: readonly string[], mfaEnrolled = false) =>
  passwords.filter((password) => reasonOf(password, mfaEnrolled) === null);

const listed = dictionary['passwords-common'];

describe('the offline list', () => {
  it('knows what attackers try first, whatever the case', () => {
    expect(commonPasswords.includes('password')).toBe(true);
    expect(commonPasswords.includes('PassWord')).toBe(true);
    expect(commonPasswords.includes('correcthorsebatterystaple')).toBe(true);
    expect(commonPasswords.includes('river-delta-headgate')).toBe(false);
    expect(commonPasswords.includes('')).toBe(false);
  });

  it('holds the three thousand commonest that the shorter length would let through, and many more [statement 6]', () => {
    const long = listed.filter((password) => password.length >= 8);
    expect(long.length).toBeGreaterThan(15_000);
    expect(accepted(long.slice(0, 3_000), true)).toEqual([]);
  });

  it('is in the spelling that the policy asks for', () => {
    expect(listed.filter((password) => password !== password.toLowerCase().normalize('NFKC'))).toEqual([]);
    expect(KNOWN_PHRASES.filter((phrase) => !/^[a-z]+(?: [a-z]+)*$/.test(phrase))).toEqual([]);
  });
});

describe('fifteen characters made of the list', () => {
  const commonest = listed.slice(0, 500);

  it('are refused when they are on it themselves [statement 6]', () => {
    expect(accepted(listed.filter((password) => password.length >= 15))).toEqual([]);
    expect(accepted(KNOWN_PHRASES.filter((phrase) => phrase.length >= 15))).toEqual([]);
    expect(accepted(KNOWN_PHRASES.map((phrase) => `${phrase} 2024-73!!!!`))).toEqual([]);
  });

  it('are refused when a common password is repeated up to them', () => {
    expect(accepted(commonest.map((password) => password.repeat(Math.ceil(15 / password.length))))).toEqual([]);
  });

  it('are refused when a common password is filled up with digits in a row', () => {
    expect(accepted(commonest.map((password) => (password + '1234567890123').slice(0, Math.max(15, password.length + 3))))).toEqual([]);
  });

  it('are refused when two common passwords are put together', () => {
    const pairs = commonest.flatMap((one, at) => commonest.slice(at, at + 3).map((other) => `${one}-${other}!`));
    expect(accepted(pairs.filter((pair) => pair.length >= 15))).toEqual([]);
  });

  it('are refused in the forms that people have thought of', () => {
    const forms = [
      ...['Password12345678', 'P@ssw0rd12345678', 'passw0rdpassw0rd', 'Welcome2024!2025', 'Summer2024Winter2025', 'administrator2024!'],
      ...['letmein123456789', 'iloveyouforever', 'qwertyuiopqwerty1', 'qazwsxedcrfvtgbyh', 'zaq12wsxcde34rfv', '!QAZ2wsx#EDC4rfv'],
      ...['testpassword1234', 'changeme-changeme', 'superadmin123456', 'motdepasse123456', 'thisismypassword', 'thequickbrownfox12'],
      ...[
        'marseillemarseille',
        'january2024february',
        'drowssapdrowssap',
        'mypasswordispassword',
        'ich liebe dich!!',
        '123456789987654321',
      ],
    ];
    expect(accepted(forms)).toEqual([]);
  });
});

describe('honest passphrases', () => {
  it('are accepted', () => {
    const honest = [
      ...['river-delta-headgate', 'purple monkey dishwasher lamp', 'the old mill by the river sings', 'seven kettles on a quiet roof'],
      ...['coffee tastes better on tuesdays', 'my daughter plays the trombone badly', 'i never liked cold porridge much'],
      ...['zebra quilt ocean wrench', 'orbit lantern pickle thunder', 'sugar rocket winter castle', 'money flower dragon shadow'],
      ...[
        'summer garden kitchen window',
        'orange yellow purple silver',
        'please water the ferns on friday',
        'olivia rides a purple bicycle home',
      ],
      ...['Mein Fahrrad steht im Regen vor dem Haus', 'la lune se couche sur la rivière', 'синий чайник на подоконнике стоит'],
      ...['青い空の下で猫が静かに眠っている', 'tiger-2911-salmon-7746-fog', 'gT7#kq!zR2mLp0vXw', '9f86d081884c7d659a2feaa0c55ad015'],
    ];
    expect(honest.filter((password) => reasonOf(password) !== null)).toEqual([]);
  });

  it('are what the demo users have', () => {
    const organizations = DEMO_ORGANIZATIONS.flatMap(({ name, domain }) => [name, domain]);
    for (const user of DEMO_USERS) {
      const context = { mfaEnrolled: false, names: [user, `${user}@delta.example`, ...organizations] };
      expect(passwordWeakness(DEMO_PASSWORD, context, (candidate) => commonPasswords.includes(candidate))).toBeNull();
    }
  });

  it('of four and more random words are accepted, with any separator', () => {
    const words = fc.uniqueArray(fc.constantFrom(...dictionary['diceware-common'].filter((word) => word.length >= 4)), {
      minLength: 4,
      maxLength: 8,
    });
    fc.assert(
      fc.property(words, fc.constantFrom('', ' ', '-', '.'), (chosen, separator) => {
        expect(reasonOf(chosen.join(separator))).toBeNull();
      }),
      { numRuns: 300, seed: 63 },
    );
  });

  it('of random letters are accepted', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      minLength: 20,
      maxLength: 256,
    });
    // Unbiased: the library's usual preference for edges produces the very repetitions that are to be refused.
    fc.assert(
      fc.property(fc.noBias(letters), (password) => {
        expect(reasonOf(password)).toBeNull();
      }),
      { numRuns: 200, seed: 63 },
    );
  });
});
