import type { Client } from 'pg';
import type { Cell } from '../../../domain/statement-outcome.js';
import { floatOf, integerOf } from '../row-intake.js';

const TIMESTAMP = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(\+00)?$/;

/** Types with a smaller number come with the server, and keep their names. */
const FIRST_OWN = 16_384;

const BOOLEAN = 16;
const INTEGERS: ReadonlySet<number | undefined> = new Set([20, 21, 23, 26]);
const FLOATS: ReadonlySet<number | undefined> = new Set([700, 701]);
const TIMESTAMPS: ReadonlySet<number | undefined> = new Set([1114, 1184]);

/** @param text as the server writes the value @param type number of its type; for a domain, of the type below it */
export function cellOf(text: string | null, type: number | undefined): Cell {
  if (text === null) return null;
  if (type === BOOLEAN) return text === 't';
  if (INTEGERS.has(type)) return integerOf(text);
  if (FLOATS.has(type)) return floatOf(text);
  if (TIMESTAMPS.has(type)) return text.replace(TIMESTAMP, (_, day, time, zone) => `${day}T${time}${zone ? 'Z' : ''}`);
  return text;
}

/** The names of the types at the server. */
export class TypeNames {
  private readonly builtIn = new Map<number, string>();

  constructor(private readonly client: Client) {}

  /** @returns in the order of the columns */
  async of(fields: readonly { readonly dataTypeID: number }[]): Promise<readonly string[]> {
    const types = fields.map(({ dataTypeID }) => dataTypeID);
    if (!types.every((type) => this.builtIn.has(type))) return this.asked(types);
    return types.map((type) => this.builtIn.get(type) ?? '');
  }

  private async asked(types: readonly number[]): Promise<readonly string[]> {
    const text = `SELECT coalesce(pg_catalog.format_type(t.oid::oid, NULL), '')
      FROM pg_catalog.unnest($1::int8[]) WITH ORDINALITY AS t(oid, ordinal) ORDER BY t.ordinal`;
    const { rows } = await this.client.query<[string]>({ text, values: [types], rowMode: 'array' });
    const names = rows.map(([name]) => name);
    types.forEach((type, at) => type < FIRST_OWN && this.builtIn.set(type, names[at] ?? ''));
    return names;
  }
}
