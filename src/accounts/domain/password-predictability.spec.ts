import { describe, expect, it } from '@jest/globals';
import { reasonOf, weakness } from '../../../test/support/password-weakness.js';

describe('repetitions and sequences', () => {
  it.each([
    'aaaaaaaaaaaaaaa',
    'abbabcabacaccbb',
    'abababababababab',
    'kxq7kxq7kxq7kxq7',
    'hunter2hunter2hun',
    '               ',
    'abcdefghijklmnop',
    'zyxwvutsrqponmlk',
    '1234567890123456',
    '9876543210987654',
    '1-2-3-4-5-6-7-8-9',
    'aabbccddeeffgghh',
    'qwertyuiopasdfgh',
    'poiuytrewqlkjhgf',
    '!@#$%^&*()_+!@#',
    '1qaz2wsx3edc4rfv',
    '1q2w3e4r5t6y7u8i',
    'йцукенгшщзфывапр',
    'abcdefgh12345678',
    '🐘🌵🐘🌵🐘🌵🐘🌵🐘🌵🐘🌵🐘🌵🐘🌵',
  ])('are no password: %s', (password) => expect(reasonOf(password)).toBe('repetitive'));

  it.each(['abcd1234', 'zzzzzzzz', '87654321'])('nor beside a second factor: %s', (password) => {
    expect(reasonOf(password, { mfaEnrolled: true })).toBe('repetitive');
  });

  it.each(['839201748392017', '7362018449l0c41', '9f86d081884c7d659a2f', '%;&)=/(?!.,:-_*+', 'a-1%b;2)c?3/d=4'])(
    'are not seen in chance: %s',
    (password) => {
      expect(weakness(password)).toBeNull();
    },
  );
});

describe('common passwords', () => {
  it.each([
    'password12345678',
    'Password2024!!!!',
    '2024!!!!Password',
    'P@ssw0rd!73620184',
    'passwordpassword',
    'sunshinesunshinesunshine',
    'dragon dragon dragon dragon 9',
    's.u.n.s.h.i.n.e-73620184',
    'ｓｕｎｓｈｉｎｅ７３６２０１８４',
    'iloveyou123456789',
    'dragon12345678901',
    'sunshine-butterfly',
    'dragonpassword99',
    'trustno1trustno1!',
    'oliviapassword12',
    'abcdragon7362018',
    'qpassword73620184',
  ])('are refused with trivial dressing: %s [statement 6]', (password) => expect(reasonOf(password)).toBe('common'));

  it.each([
    'sunshine butterfly computer',
    'dragon-butterfly-kettle-moss',
    'password policy of the lighthouse',
    'sunshine7362018495137',
    'tiger-2911-dragon-7746',
  ])('may be part of something longer: %s', (password) => expect(weakness(password)).toBeNull());
});
