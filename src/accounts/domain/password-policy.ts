import { isMadeOfCommonWords, isMadeOfNames, isRepetitive } from './password-predictability.js';
import { folded, nameParts, readingsOf } from './password-text.js';
import { type Sentence, say } from '../../shared/sentence.js';

/** NIST SP 800-63B-4 3.1.1.2: fifteen when the password stands alone, eight beside a second factor. */
const MIN_LENGTH = { alone: 15, withMfa: 8 };
const MAX_LENGTH = 256;
/** 256 characters never need more, even decomposed: an attacker must not make us count and normalize long texts. */
const MAX_CODE_UNITS = 1024;
const MIN_UNPREDICTABLE = { alone: 8, withMfa: 4 };
const MIN_DISTINCT = 4;
/** What else is refused than short and long passwords, for pages that ask for a password. */
const REFUSED = ['common', 'personal', 'repetitive', 'invalid_characters'] as const;

/** The rules as a page can show them; only `passwordWeakness` decides whether a password keeps them. */
export const PASSWORD_RULES = {
  minLength: MIN_LENGTH.alone,
  minLengthWithSecondFactor: MIN_LENGTH.withMfa,
  maxLength: MAX_LENGTH,
  refused: REFUSED,
} as const;

const PRODUCT_NAME = 'Headgate';

export interface PasswordContext {
  readonly mfaEnrolled: boolean;
  /** Username, e-mail address and organization names: what an attacker knows about this user. */
  readonly names: readonly string[];
}

export type PasswordWeakness = {
  readonly reason: 'too_short' | 'too_long' | (typeof REFUSED)[number];
  readonly sentence: Sentence;
};

/** Why this password must not be set, or null. No composition rules: ASVS 5.0 6.2.5, NIST SP 800-63B-4 3.1.1.2. */
export function passwordWeakness(
  password: string,
  { mfaEnrolled, names }: PasswordContext,
  isCommon: (candidate: string) => boolean,
): PasswordWeakness | null {
  // NFC, as for hashing: the same password must not count differently on another keyboard.
  const characters = password.length > MAX_CODE_UNITS ? null : [...password.normalize('NFC')];
  if (characters === null || characters.length > MAX_LENGTH) {
    return { reason: 'too_long', sentence: say('A password may have at most {most} characters.', { most: MAX_LENGTH }) };
  }
  if (/[\0\p{Cs}]/u.test(password)) {
    return { reason: 'invalid_characters', sentence: 'The password contains a NUL character or broken Unicode text.' };
  }
  const minLength = mfaEnrolled ? MIN_LENGTH.withMfa : MIN_LENGTH.alone;
  if (characters.length < minLength) {
    const sentence = say('The password is too short: it must have at least {least} characters. A few unrelated words make a good one.', {
      least: minLength,
    });
    return { reason: 'too_short', sentence };
  }
  const text = folded(password);
  const known = nameParts([...names, PRODUCT_NAME]);
  const readings = readingsOf(text);
  if (readings.some((reading) => isMadeOfNames(reading, known))) return { reason: 'personal', sentence: PERSONAL };
  if (new Set(characters).size < MIN_DISTINCT || isRepetitive(text, MIN_UNPREDICTABLE.withMfa)) {
    return { reason: 'repetitive', sentence: REPETITIVE };
  }
  if (isCommon(text) || readings.some((reading) => isMadeOfCommonWords(reading, known, isCommon))) {
    return { reason: 'common', sentence: COMMON };
  }
  // Last, because "dragon" is the more useful reason for "dragon12345678901".
  const isPredictable = !mfaEnrolled && isRepetitive(text, MIN_UNPREDICTABLE.alone);
  return isPredictable ? { reason: 'repetitive', sentence: REPETITIVE } : null;
}

const PERSONAL =
  'The password is made of your name, your e-mail address, your organization or the name of this product. Attackers try these first. Add unrelated words.';
const REPETITIVE =
  'The password is mostly a repetition or a sequence, such as “aaaa”, “abcd”, “1234” or neighbouring keys. Use unrelated words instead.';
const COMMON =
  'The password is a common one, or two common words with digits or punctuation around them. Attackers try these first. Use more unrelated words.';
