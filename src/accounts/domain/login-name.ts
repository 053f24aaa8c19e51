import { ValidationFailed } from '../../shared/domain-error.js';
import { emailKeyOf, nameKeyOf } from '../../shared/email-key.js';

const USERNAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._@+-]*[\p{L}\p{N}\p{M}])?$/u;
const EMAIL = /^[^\s@<>(),;:\\"[\]\p{C}]{1,64}@[^\s@<>(),;:\\"[\]\p{C}]{1,253}$/u;
/** Variation selectors, fillers and joiners look like nothing, so that two names would look the same. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const USERNAME_LENGTH = { min: 2, max: 128 };
const EMAIL_LENGTH = 254;

export interface Name {
  /** As the person wrote it (NFKC), shown back and used for mail. */
  readonly text: string;
  readonly key: string;
}

/** @throws ValidationFailed */
export function emailOf(input: string): Name {
  const text = input.normalize('NFKC').trim();
  if (text.length > EMAIL_LENGTH || !EMAIL.test(text) || INVISIBLE.test(text)) {
    throw new ValidationFailed([{ field: 'email', message: 'Must be an e-mail address.' }]);
  }
  const key = emailKeyOf(text);
  if (key === null) {
    const message = 'The part behind the @ is no domain of the internet. Check its spelling.';
    throw new ValidationFailed([{ field: 'email', message }]);
  }
  return { text, key };
}

/**
 * A username that looks like an e-mail address must be the person's own one: login takes either, and nobody may answer
 * to another's address.
 * @throws ValidationFailed
 */
export function usernameOf(input: string, email: Name): Name {
  const text = input.normalize('NFKC').trim();
  const length = [...text].length;
  if (length < USERNAME_LENGTH.min || length > USERNAME_LENGTH.max || !USERNAME.test(text) || INVISIBLE.test(text)) {
    const message = `Must have ${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} letters, digits or one of . _ + - @ between them.`;
    throw new ValidationFailed([{ field: 'username', message }]);
  }
  const key = nameKeyOf(text);
  if (key.includes('@') && key !== email.key) {
    throw new ValidationFailed([
      { field: 'username', message: 'May only be an e-mail address when it is the account’s own.' },
    ]);
  }
  return { text, key };
}
