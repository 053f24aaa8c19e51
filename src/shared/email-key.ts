import { domainToUnicode } from 'node:url';
import { ValidationFailed } from './domain-error.js';
import { FEW_MARKS, TOO_MANY_MARKS } from './piled-marks.js';
import type { Sentence } from './sentence.js';

/** Labels without the characters that the URL parser below would take for the end of the name, or decode. */
const LABELS = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u;
/** UTS #46: each of them separates labels. NFKC turns the other two, U+FF0E and U+FF61, into the point and this one. */
const IDEOGRAPHIC_STOP = '\u3002';
/** The URL parser leaves these as they are (URL Standard, "domain to ASCII"). Most domains are such, and the parser is slow. The last label is no number. */
const PLAIN = /^(?:(?!xn--)[a-z\d_-]{1,63}\.)*(?!xn--)[a-z][a-z\d_-]{0,62}$/;
/** RFC 1035 section 2.3.4. */
const LONGEST = { name: 253, label: 63 };
const EMAIL = /^[^\s@<>(),;:\\"[\]\p{C}]{1,64}@[^\s@<>(),;:\\"[\]\p{C}]{1,253}$/u;
const EMAIL_LENGTH = 254;
/** RFC 1123 section 2.1: no name of a host has such a label, so no mail gets there. */
const NO_HOST = /@(?:[^@]*\.)?-[^@]*$|-(?:\.[^@]*)?$/;
/** Variation selectors, fillers and joiners are invisible, so that two names would look the same. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

export interface EmailAddress {
  /** As the person wrote it (NFKC); shown to them and used for mail. */
  readonly text: string;
  /** The form in which addresses are compared. */
  readonly key: string;
}

/**
 * A domain as the DNS knows it: case folded and in ASCII by UTS #46, without the trailing dot of the root. `null` for
 * anything that is not a domain, IP addresses included.
 */
export function asciiDomainOf(domain: string): string | null {
  // Punycode takes quadratic time in the length of a label; nothing so long has a name in ASCII that is short enough.
  if (domain.length > 4 * LONGEST.name) return null;
  if (domain.length <= LONGEST.name && PLAIN.test(domain)) return domain;
  const name = domain.normalize('NFKC').replaceAll(IDEOGRAPHIC_STOP, '.').replace(/\.$/, '');
  // No lower case here: UTS #46 folds by its own rules, in which a final sigma is a letter and not a spelling.
  if (!LABELS.test(name) || !URL.canParse(`http://${name}`)) return null;
  const ascii = new URL(`http://${name}`).hostname;
  const labels = ascii.split('.');
  // The URL parser reads a number at the end as an IPv4 address and rewrites it.
  if (/^\d+$/.test(labels.at(-1) ?? '') || ascii.length > LONGEST.name) return null;
  return labels.every((label) => label.length <= LONGEST.label && !isBroken(label)) ? ascii : null;
}

/** Punycode that stands for no text. Node 20 refuses it as a host and Node 24 leaves it as it is: a key must not depend on that. */
function isBroken(label: string): boolean {
  return label.startsWith('xn--') && domainToUnicode(label) === label;
}

/**
 * An address as the mail server of its domain receives it, `null` when it is not one. The local part stays as it is
 * written: its meaning is the business of that server.
 */
export function asciiAddressOf(address: string): string | null {
  const at = address.lastIndexOf('@');
  const domain = at < 1 ? null : asciiDomainOf(address.slice(at + 1));
  return domain === null ? null : `${address.slice(0, at)}@${domain}`;
}

/**
 * What two names share when a person would call them the same: NFKC, then lower case, then NFKC again, since lower-casing
 * can decompose ("İ"). Unique in the database, so that "Ｏlivia" cannot pose as "olivia". NUL, which no PostgreSQL text can
 * hold, becomes a character that no name may have.
 */
function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replaceAll('\0', '\uFFFD');
}

/**
 * The only form in which e-mail addresses are compared, counted and looked up: two spellings of one mailbox have one
 * key. The domain is the one that the DNS knows, the local part is folded like every name. It applies no provider's
 * private rules (dots, plus tags), because they hold only at that provider. `null` for anything that is not an address.
 */
export function emailKeyOf(text: string): string | null {
  const address = asciiAddressOf(text.normalize('NFKC').trim());
  return address && foldedName(address);
}

/** The key of a text that may be an address or another name. */
export function nameKeyOf(text: string): string {
  return emailKeyOf(text) ?? foldedName(text);
}

function faultOf(text: string): Sentence {
  const parts = text.split('@').length;
  if (parts < 2 || text.length > EMAIL_LENGTH) return 'Must be an e-mail address, such as ines@delta.example.';
  return parts > 2 ? 'Give one address only.' : 'Give the address alone, without other words or signs.';
}

/** @throws ValidationFailed */
export function emailOf(input: string): EmailAddress {
  const text = input.normalize('NFKC').trim();
  if (text.length > EMAIL_LENGTH || !EMAIL.test(text) || INVISIBLE.test(text)) {
    throw new ValidationFailed([{ field: 'email', message: faultOf(text) }]);
  }
  if (!FEW_MARKS.test(text)) throw new ValidationFailed([{ field: 'email', message: TOO_MANY_MARKS }]);
  const key = emailKeyOf(text);
  if (key === null || NO_HOST.test(text)) {
    const message = 'The part after the @ is not an internet domain. Check its spelling.';
    throw new ValidationFailed([{ field: 'email', message }]);
  }
  return { text, key };
}

/**
 * What a provider or a form sends as an address need not be one. @returns `null` when it is missing, or not an address
 */
export function addressOf(text: string | null): EmailAddress | null {
  if (text === null) return null;
  try {
    return emailOf(text);
  } catch (error) {
    if (error instanceof ValidationFailed) return null;
    throw error;
  }
}
