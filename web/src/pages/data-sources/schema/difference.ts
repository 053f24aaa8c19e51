import type { Read } from '../../../session/read';

export type Difference = Read<'/api/v1/data-sources/{data_source_id}/schema/diff'>['differences'][number];

export type Way = 'added' | 'dropped' | 'changed';

/** What differs, and in which way, from a kind such as `foreign_key_added`. */
export function partsOf(kind: Difference['kind']): { readonly what: string; readonly way: Way } {
  const at = kind.lastIndexOf('_');
  return { what: kind.slice(0, at), way: kind.slice(at + 1) as Way };
}

/** Where it is: schema, table, column or the name of a key. */
export function placeOf({ schema_name, table, column, name }: Difference): string {
  return [schema_name, table, column ?? name].filter((part) => part !== undefined).join('.');
}

/** A value in one line. What was added or dropped as a whole is told by its telling part. */
export function valueOf(value: Difference['from']): string | null {
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
  if ('columns' in value) return `(${value.columns.join(', ')})`;
  return value.values.length > 0 ? value.values.join(', ') : value.base;
}
