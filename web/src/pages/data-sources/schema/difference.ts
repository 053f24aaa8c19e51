import type { Read } from '../../../session/read';
import { optionText } from './relation';

export type Difference = Read<'/api/v1/data-sources/{data_source_id}/schema/diff'>['differences'][number];

export type Way = 'added' | 'dropped' | 'renamed' | 'changed';

/** What differs, and how, from a kind such as `foreign_key_added`. */
export function partsOf(kind: Difference['kind']): { readonly what: string; readonly way: Way } {
  const at = kind.lastIndexOf('_');
  return { what: kind.slice(0, at), way: kind.slice(at + 1) as Way };
}

/** Where it is: schema, table, column or the name of a key. */
export function placeOf({ schema_name, table, column, name }: Difference): string {
  return [schema_name, table, column ?? name].filter((part) => part !== undefined).join('.');
}

/** A value in one line. What was added or dropped as a whole is shown by its most telling part, and by what is unusual about it. */
export function valueOf(value: Difference['from']): string | null {
  const text = mainPartOf(value);
  if (typeof value !== 'object' || value === null || !('comment' in value) || !('options' in value)) return text;
  return [text, ...value.options.map((one) => (typeof one === 'string' ? one : optionText(one)))].join(' ');
}

function mainPartOf(value: Difference['from']): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.join(', ');
  if ('type' in value) return value.type;
  if ('target' in value) {
    const { schema_name, table, columns } = value.target;
    return `(${value.columns.join(', ')}) → ${schema_name}.${table} (${columns.join(', ')})`;
  }
  if ('expression' in value) return value.expression;
  if ('bound' in value) return value.bound;
  if ('timing' in value) return [value.timing, ...value.events, value.function ?? value.statement].join(' ');
  if ('columns' in value) return `(${value.columns.join(', ')})`;
  if ('elements' in value) return value.elements.map(({ expression, operator }) => `${expression} ${operator}`).join(', ');
  if ('command' in value) return [value.command, value.using, value.check].filter((part) => part !== null).join(' ');
  if ('server' in value) return [value.server, ...value.options.map(({ name, value: told }) => `${name} ${told ?? '…'}`)].join(', ');
  if (value.attributes.length > 0) return value.attributes.map(({ name, type }) => `${name} ${type}`).join(', ');
  return value.values.length > 0 ? value.values.join(', ') : value.base;
}
