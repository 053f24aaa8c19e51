import type { FieldError } from '../../shared/domain-error.js';
import type { FieldCode } from '../../shared/field-cause.js';
import { germanOf } from './german-sentences.js';

type Given = (name: string) => string;

const TYPES: Readonly<Record<string, string>> = {
  string: 'ein Text',
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  boolean: '`true` oder `false`',
  array: 'eine Liste',
  object: 'ein JSON-Objekt',
};

/** Where the code and its arguments say all, so that the sentence needs no other source. */
const GERMAN: Readonly<Partial<Record<FieldCode, (given: Given) => string>>> = {
  missing: () => 'Fehlt.',
  unknown_field: (given) => `Dieses Feld gibt es nicht.${meant(given)}`,
  unknown_parameter: (given) => `Diesen Parameter gibt es nicht.${meant(given)}`,
  wrong_type: (given) => `Muss ${TYPES[given('expected')] ?? given('expected')} sein.`,
  too_short: (given) => `Muss mindestens ${given('min')} Zeichen haben.`,
  too_long: (given) => `Darf höchstens ${given('max')} ${given('unit') === 'bytes' ? 'Bytes' : 'Zeichen'} haben.`,
  too_small: (given) => `Muss mindestens ${given('min')} sein.`,
  too_large: (given) => `Darf höchstens ${given('max')} sein.`,
  too_few: (given) => `Mindestens ${entries(given('min'))} nötig.`,
  too_many: (given) => `Höchstens ${entries(given('max'))} erlaubt.`,
  not_unique: () => 'Darf nichts zweimal enthalten.',
  not_one_of: (given) => `Muss eines von diesen sein: ${given('allowed')}.`,
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'Muss eine UUID sein.',
  integer: 'Darf nur Ziffern enthalten, ohne führende Nullen.',
  'date-time': 'Muss ein Tag oder eine Zeit mit Abstand zu UTC nach ISO 8601 sein, wie 2026-11-20T09:15:00Z.',
};

function entries(count: string): string {
  return count === '1' ? 'ein Eintrag' : `${count} Einträge`;
}

function meant(given: Given): string {
  return given('nearest') === '' ? '' : ` Meinten Sie „${given('nearest')}“?`;
}

/** As clients read it. @param language of the reader */
export function detailOf({ field, message, code = 'invalid', arguments: known = {} }: FieldError, language: 'de' | 'en'): FieldError {
  if (language === 'en') return { field, message, code, arguments: known };
  const given: Given = (name) => [known[name] ?? ''].flat().join(', ');
  const german = code === 'malformed' ? FORMATS[given('format')] : GERMAN[code]?.(given);
  return { field, message: german ?? germanOf(message) ?? message, code, arguments: known };
}
