import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import { INVISIBLE, emailOf, nameKeyOf } from '../../shared/email-key.js';
import { mixesLookAlikes } from '../../shared/look-of-name.js';
import { nameWordsOf } from '../../shared/name-words.js';
import { FEW_MARKS, TOO_MANY_MARKS } from '../../shared/piled-marks.js';
import { say } from '../../shared/sentence.js';

const USERNAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._@+-]*[\p{L}\p{N}\p{M}])?$/u;
const USERNAME_LENGTH = { min: 2, max: 128 };

export interface Name {
  /** As the person wrote it (NFKC); shown to them and used for mail. */
  readonly text: string;
  readonly key: string;
}

/**
 * A username that looks like an e-mail address must be the person's own address: login takes either, and an account
 * must not answer to another person's address.
 * @throws ValidationFailed
 */
export function usernameOf(input: string, email: Name): Name {
  const text = input.normalize('NFKC').trim();
  const length = [...text].length;
  if (length < USERNAME_LENGTH.min || length > USERNAME_LENGTH.max || !USERNAME.test(text) || INVISIBLE.test(text)) {
    const message = say('Must have {least} to {most} letters, digits or one of . _ + - @ between them.', {
      least: USERNAME_LENGTH.min,
      most: USERNAME_LENGTH.max,
    });
    throw new ValidationFailed([{ field: 'username', message }]);
  }
  if (!FEW_MARKS.test(text)) throw new ValidationFailed([{ field: 'username', message: TOO_MANY_MARKS }]);
  // For an address, only the local part counts: its domain is often in ASCII.
  if (mixesLookAlikes(text.split('@')[0] ?? '')) {
    const message = 'Must not mix Latin letters with Cyrillic, Greek or Armenian ones that look like them.';
    throw new ValidationFailed([{ field: 'username', message }]);
  }
  const key = nameKeyOf(text);
  if (key.includes('@') && key !== email.key) {
    throw new ValidationFailed([{ field: 'username', message: 'May be an e-mail address only if it is the account’s own.' }]);
  }
  return { text, key };
}

/** Some directories repeat the username or the address as the name. It stands beside them, so it would be said twice. */
export function displayNameState(
  name: string | null,
  ...keys: readonly string[]
): { displayName: string | null; nameWords: string | null } {
  const displayName = name === null || keys.includes(nameKeyOf(name)) ? null : name;
  return { displayName, nameWords: displayName && nameWordsOf(displayName) };
}

/** Both names of an account. @throws ValidationFailed with all that is wrong with either */
export function loginNamesOf(usernameText: string, emailText: string): { readonly username: Name; readonly email: Name } {
  const email = readOr(() => emailOf(emailText));
  // Beside an address that is none, only its own form counts.
  const username = readOr(() => usernameOf(usernameText, 'key' in email ? email : { text: usernameText, key: nameKeyOf(usernameText) }));
  if ('key' in email && 'key' in username) return { username, email };
  throw new ValidationFailed([email, username].flatMap((read) => ('key' in read ? [] : read)));
}

function readOr(read: () => Name): Name | readonly FieldError[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.details ?? [];
    throw error;
  }
}
