export type TypeFamily = 'text' | 'number' | 'money' | 'date' | 'boolean' | 'other';

const NUMBER =
  /^(?:unsigned )?(?:tiny|small|medium|big|huge|u(?:tiny|small|big|huge)?)?(?:int(?:eger|\d+)?|numeric|decimal|number|real|double|float\d*|(?:big|small)?serial)\b/i;
const DATE = /^(?:date|time|year)/i;
const TEXTUAL = /^(?:n?(?:var)?char|character|bpchar|text|(?:tiny|medium|long)text|string|citext|clob|name)/i;

/** What a type holds, on any engine. Lists are a family of their own. @returns `null` if the source gives no type */
export function familyOf(type: string): TypeFamily | null {
  if (type === '') return null;
  if (type.endsWith('[]')) return 'other';
  if (NUMBER.test(type)) return 'number';
  if (/^money\b/i.test(type)) return 'money';
  if (DATE.test(type)) return 'date';
  if (/^bool(?:ean)?\b/i.test(type)) return 'boolean';
  return TEXTUAL.test(type) ? 'text' : 'other';
}
