import type { Cell } from '../../../domain/statement-outcome.js';
import type { DuckDbType } from '../../../../engines/catalog-reader/duckdb/duckdb-driver.js';
import { hexOf, integerOf, numberOf } from '../row-intake.js';

const TIMESTAMP = /^(-?\d+-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(\+00(?::00)?)?$/;
/** What stands for infinity, in days and in units of time: the driver prints most of them as years. */
const ENDS: ReadonlySet<unknown> = new Set([2_147_483_647, 9_223_372_036_854_775_807n]);
const BEGINNINGS: ReadonlySet<unknown> = new Set([-2_147_483_647, -9_223_372_036_854_775_807n]);
/** A number of single precision is told by as many digits as it needs. */
const DIGITS_OF_FLOAT = [6, 7, 8, 9];

/** The names of fields, which `numbered` has replaced. */
const names = new WeakMap<DuckDbType, readonly string[]>();

/**
 * The driver hands out a struct as an object by the names of its fields, so that those of `ROW(1, 2)`, which have none, would be one.
 * So they get their numbers as names, in the type that the driver reads by.
 */
export function numbered(type: DuckDbType): void {
  if (names.has(type)) return;
  const given = (type.entryNames ?? []) as string[];
  names.set(type, [...given]);
  for (const at of given.keys()) given[at] = String(at);
  for (const part of partsOf(type)) numbered(part);
}

function partsOf({ valueType, keyType, entryTypes, memberTypes }: DuckDbType): readonly DuckDbType[] {
  return [valueType, keyType, ...(entryTypes ?? []), ...(memberTypes ?? [])].filter((part) => part !== undefined);
}

/** @param type as `numbered` has left it */
export function cellOf(value: unknown, type: DuckDbType | undefined): Cell {
  const part = partOf(value, type);
  return typeof part === 'object' && part !== null ? JSON.stringify(part) : part;
}

type Part = Cell | readonly Part[] | { readonly [name: string]: Part };

/** Lists, structs and maps hold parts, each as it would be as a cell of its own. */
function partOf(value: unknown, type: DuckDbType | undefined): Part {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return integerOf(String(value));
  if (typeof value === 'number') return numberOf(isFloat(type) ? shortest(value) : value);
  if (typeof value !== 'object') return null;
  if ('tag' in value && 'value' in value)
    return partOf(value.value, type?.memberTypes?.[type.memberTags?.indexOf(String(value.tag)) ?? -1]);
  if ('items' in value && Array.isArray(value.items)) return value.items.map((item) => partOf(item, type?.valueType));
  if ('entries' in value) return entriesOf(value.entries, type);
  if ('bytes' in value && value.bytes instanceof Uint8Array) return hexOf(value.bytes);
  const measures: readonly unknown[] = isOfTime(type) ? Object.values(value) : [];
  if (ENDS.has(measures[0])) return 'infinity';
  if (BEGINNINGS.has(measures[0])) return '-infinity';
  // Values of the driver print themselves as SQL does.
  const printed = (value as { toString(): string }).toString();
  return printed.replace(TIMESTAMP, (_, day, time, zone) => `${day}T${time}${zone ? 'Z' : ''}`);
}

function entriesOf(entries: unknown, type: DuckDbType | undefined): Part {
  if (Array.isArray(entries))
    return (entries as { key: unknown; value: unknown }[]).map(({ key, value }) => ({
      key: partOf(key, type?.keyType),
      value: partOf(value, type?.valueType),
    }));
  const fields = Object.entries(entries as Readonly<Record<string, unknown>>);
  const known = type === undefined ? undefined : names.get(type);
  const parts = fields.map(([name, field], at) => [known?.[at] ?? name, partOf(field, type?.entryTypes?.[at])] as const);
  const isUnnamed = parts.length > 0 && parts.every(([name]) => name === '');
  return isUnnamed ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** A day or a moment; a UUID has one measure too. */
function isOfTime(type: DuckDbType | undefined): boolean {
  return /^(?:DATE|TIMESTAMP)/.test(String(type));
}

function isFloat(type: DuckDbType | undefined): boolean {
  return String(type) === 'FLOAT';
}

function shortest(value: number): number {
  return DIGITS_OF_FLOAT.map((digits) => Number(value.toPrecision(digits))).find((number) => Math.fround(number) === value) ?? value;
}
