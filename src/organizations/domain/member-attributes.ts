/**
 * What an organization knows of a member besides their role, as its access policies read it: lists of text by name.
 */
export interface MemberAttributes {
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** 0 while nothing was ever set. */
  readonly version: number;
}

export const NO_ATTRIBUTES: MemberAttributes = { attributes: {}, version: 0 };

const MOST_NAMES = 20;
export const MOST_VALUES = 50;
export const LONGEST_VALUE = 100;
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;

export const ATTRIBUTES_RULE =
  `up to ${MOST_NAMES} names (a letter, then letters, digits or _, 50 at most), each with a list of up to ${MOST_VALUES} texts ` +
  `of 1 to ${LONGEST_VALUE} characters without control characters`;

export function areAttributes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= MOST_NAMES && entries.every(([name, texts]) => NAME.test(name) && isListOfTexts(texts));
}

function isListOfTexts(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MOST_VALUES) return false;
  return value.every((text) => typeof text === 'string' && isText(text));
}

function isText(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_VALUE && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** Each text once, in order, so that equal attributes are written alike. */
export function tidyAttributes(given: MemberAttributes['attributes']): Record<string, string[]> {
  return Object.fromEntries(Object.entries(given).map(([name, texts]) => [name, [...new Set(texts)].sort()]));
}
