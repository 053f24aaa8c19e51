import type { Literal } from './data-policy.js';
import { familyOf } from './type-family.js';

const TEXT = /^(?:(?:tiny|medium|long)?text|(?:national )?n?(?:var)?char(?:acter)?|enum|set)\b/i;
const WRITTEN_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/**
 * A value as a column of the type is compared with it. MySQL turns texts into numbers where they meet a number, and every text
 * without digits into 0: rows that were not meant would be shown.
 * @returns `null` if it cannot be compared
 */
export function comparable(type: string, value: Literal): Literal | null {
  const family = familyOf(type);
  if (typeof value === 'string') {
    if (family === 'boolean') return null;
    if (family !== 'number') return value;
    return WRITTEN_NUMBER.test(value) ? Number(value) : null;
  }
  return family === typeof value ? value : null;
}

/** Texts, and what some engines compare as texts. */
export function isText(type: string): boolean {
  return TEXT.test(type) && !type.endsWith('[]');
}
