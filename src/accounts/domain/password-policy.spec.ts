import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NAMES, reasonOf, weakness } from '../../../test/support/password-weakness.js';
import { type PasswordWeakness, passwordWeakness } from './password-policy.js';
import { anyCharacter } from '../../../test/support/any-character.js';
import { inEnglish } from '../../shared/sentence.js';

const UNRELATED = 'gT7kqzR2mLpvXwHbNcYfJdSaE9uiDoPr';
/** Two code units each, no neighbours, none twice: nothing but the length can be wrong with them. */
const ASTRAL = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x20000 + at * 17)).join('');
const first = (count: number) => [...ASTRAL].slice(0, count).join('');

const said = (found: PasswordWeakness | null): string => (found === null ? '' : inEnglish(found.sentence));

describe('the length of a password', () => {
  it.each([
    [14, false, 'too_short'],
    [15, false, null],
    [7, true, 'too_short'],
    [8, true, null],
    [64, false, null],
    [128, false, null],
    [256, false, null],
    [257, false, 'too_long'],
  ])('is counted in code points: %i of them, with MFA: %s', (count, mfaEnrolled, reason) => {
    expect(reasonOf(first(count), { mfaEnrolled })).toBe(reason);
  });

  it('is counted after NFC, so that a decomposed password is as long as a composed one [statement 1]', () => {
    const fourteen = 'żółćęąśńźŻÓŁĆĘ';
    expect([...fourteen.normalize('NFD')].length).toBeGreaterThan(15);
    expect(reasonOf(fourteen.normalize('NFD'))).toBe('too_short');
    const longest = 'ᾂᾃᾄᾅ'.repeat(64).normalize('NFD');
    expect(longest).toHaveLength(1024);
    expect(reasonOf(longest)).not.toBe('too_long');
  });

  it('refuses an overlong one before the list or anything else is asked [statement 2]', () => {
    const asked = () => {
      throw new Error('The list was asked.');
    };
    const judged = passwordWeakness('\ud800'.repeat(2_000_000), { mfaEnrolled: false, names: NAMES }, asked);
    expect(judged?.reason).toBe('too_long');
  });

  it('is named in the message', () => {
    expect(said(weakness('short'))).toContain('at least 15 characters');
    expect(said(weakness('short', { mfaEnrolled: true }))).toContain('at least 8 characters');
    expect(said(weakness(first(257)))).toContain('at most 256 characters');
  });
});

describe('the characters of a password', () => {
  it.each([
    'mhzbqwlkxotrunv',
    'seven quiet otters',
    '青い空の下で猫が静かに眠っている',
    'kaplumbağa yavaş yürür',
    '🐘🌵🎺🚲🍋🧦🔭🪁🛶🥁🧩🪴🛵🎈🫖',
  ])('need no mixture: %s [statements 3, 11]', (password) => expect(weakness(password)).toBeNull());

  it.each([`${UNRELATED}\0`, `${UNRELATED}\ud83d`, `\udc18${UNRELATED}`])('must be storable: case %#', (password) => {
    expect(reasonOf(password)).toBe('invalid_characters');
  });

  it('may be a whole pair of surrogates', () => {
    expect(weakness(`${UNRELATED}\ud83d\udc18`)).toBeNull();
  });
});

describe('the user’s own names', () => {
  it.each([
    'olivia123456789',
    '!!!Olivia!!!2024!!!',
    '9481720361 olivia',
    'OLIVIAoliviaOlivia',
    'olivia.martin@delta.example',
    'olivia-delta-headgate',
    'Delta Analytics 2024!',
    'deltaanalytics84615',
    'headgateheadgate',
    'HeadGate-73620184',
    '0l1v1a-73620184957',
    'ＯＬＩＶＩＡ７３６２０１８４９',
    'olívia olívia 1984',
  ])('are no password: %s [statement 7]', (password) => expect(reasonOf(password)).toBe('personal'));

  it.each(['river-delta-headgate', 'olivia rides a purple bicycle', 'headgate opens when salmon run'])(
    'may be a word of a longer phrase: %s',
    (password) => expect(weakness(password)).toBeNull(),
  );

  it('are compared without case, also where a letter has two lower-case forms', () => {
    expect(reasonOf('ΟΔΟΣΟΔΟΣ1234567', { names: ['Οδος'] })).toBe('personal');
    expect(reasonOf('STRASSE-73620184', { names: ['straße'] })).toBe('personal');
  });

  it.each([
    ['r2d2@star.example', 'r2d2-r2d2-73620'],
    ['olivia84', 'olivia-7362018495'],
    ['al', 'al-7362018495173'],
    ['李明', '李明李明73620184951'],
  ])('count in their parts: of %s', (name, password) => expect(reasonOf(password, { names: [name] })).toBe('personal'));

  it('are not single letters', () => {
    expect(weakness('a-73620184957362', { names: ['Team A'] })).toBeNull();
  });

  it('are those of this user only', () => {
    expect(weakness('deltaanalytics84615', { names: ['oscar', 'Estuary Labs'] })).toBeNull();
  });
});

describe('whatever the password', () => {
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }).map((units) => String.fromCharCode(...units)),
    fc
      .array(fc.constantFrom('password', '1234', 'abc', 'olivia', '!', 'ﷺ', 'ß', 'é', '😀', ' '), { maxLength: 80 })
      .map((parts) => parts.join('')),
  );

  it('gives an answer, and a reason in a sentence that does not repeat the password', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (password, mfaEnrolled) => {
        const found = weakness(password, { mfaEnrolled });
        if (found === null) return;
        expect(said(found)).toMatch(/^[A-Z].*\.$/);
        if (password.length > 16) expect(said(found)).not.toContain(password);
      }),
      { numRuns: 300 },
    );
  });

  it('judges the decomposed spelling like the composed one', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (password, mfaEnrolled) => {
        // Beyond the bound on code units nothing is normalized any more.
        fc.pre(password.normalize('NFD').length <= 1024);
        expect(weakness(password.normalize('NFD'), { mfaEnrolled })).toEqual(weakness(password.normalize('NFC'), { mfaEnrolled }));
      }),
      { numRuns: 300 },
    );
  });

  it('never takes a shorter or longer one than the limits, and length alone never spoils one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.boolean(), (count, mfaEnrolled) => {
        const shortest = mfaEnrolled ? 8 : 15;
        const expected = count < shortest ? 'too_short' : count > 256 ? 'too_long' : null;
        expect(reasonOf(first(count), { mfaEnrolled })).toBe(expected);
      }),
    );
  });

  it('refuses a name with any digits and punctuation around it [statement 7]', () => {
    const dressing = fc.string({ unit: fc.constantFrom(...'0123456789 .-_!?#'), maxLength: 40 });
    fc.assert(
      fc.property(dressing, fc.constantFrom('olivia', 'Headgate', 'DELTA analytics'), dressing, (before, name, after) => {
        const password = (before + name + after).padEnd(15, '7');
        expect(reasonOf(password)).toBe('personal');
      }),
    );
  });
});
