/** Values of a result, as they compare. Databases send as text what JSON cannot hold. */
type Cell = string | number | boolean | null;

/** Numbers compare by sign, magnitude and digits, so none is rounded. Other values compare by numbers, then by a text. */
export interface Key {
  readonly by: readonly number[];
  readonly text: string;
}

export const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

export const saysText = (type: string): boolean => /char|text|string|json|uuid|blob|bytea/i.test(type);

/** As the value of the column's kind if every cell is one, otherwise as text. `null` for an empty cell. */
export function keysOf(cells: readonly Cell[], type: string): readonly (Key | null)[] {
  const readers = saysText(type) ? [] : /interval/i.test(type) ? [ofInterval] : [ofNumber, ofDay];
  for (const read of readers) {
    const keys = cells.map((cell) => (cell === null ? null : read(String(cell), type)));
    if (keys.every((key, place) => key !== null || cells[place] === null)) return keys;
  }
  return cells.map((cell) => (cell === null ? null : { by: [], text: String(cell) }));
}

const collator = new Intl.Collator(undefined, { numeric: true });

export function compare(a: Key, b: Key): number {
  for (const [place, one] of a.by.entries()) {
    const other = b.by[place] ?? 0;
    if (one !== other) return one - other;
  }
  const [first = 0] = a.by;
  if (a.by.length === 0) return collator.compare(a.text, b.text);
  const order = a.text < b.text ? -1 : Number(a.text > b.text);
  return first < 0 ? -order : order;
}

/** NaN is the greatest, as in PostgreSQL and DuckDB. */
const UNUSUAL: Readonly<Record<string, number>> = { nan: 3, infinity: 2, inf: 2, '-infinity': -2, '-inf': -2 };

function ofNumber(cell: string, type: string): Key | null {
  const unusual = UNUSUAL[cell.toLowerCase()];
  // Of days, infinity is one.
  if (unusual !== undefined) return /date|time/i.test(type) ? null : { by: [unusual], text: '' };
  const text = /money/i.test(type) ? ofMoney(cell) : cell;
  if (!NUMBER.test(text)) return null;
  const [mantissa = '', exponent = '0'] = text.toLowerCase().replace(/^[+-]/, '').split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  const digits = `${whole}${part}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return { by: [0], text: '' };
  const sign = text.startsWith('-') ? -1 : 1;
  return { by: [sign, sign * (digits.length - part.length + Number(exponent))], text: significant };
}

/** `-$1,000.50` and `-1.000,50 €`: the last sign before two digits divides the cents. */
function ofMoney(cell: string): string {
  const [, whole = cell, cents = ''] = /^(.*)[.,](\d\d)\D*$/.exec(cell) ?? [];
  return `${/^\(|-/.test(cell) ? '-' : ''}${whole.replaceAll(/\D/g, '')}.${cents}`;
}

const ISO = /^(-)?P(?:(-?[\d.]+)Y)?(?:(-?[\d.]+)M)?(?:(-?[\d.]+)W)?(?:(-?[\d.]+)D)?(?:T(?:(-?[\d.]+)H)?(?:(-?[\d.]+)M)?(?:(-?[\d.]+)S)?)?$/;
/** A month counts as 30 days, as PostgreSQL and DuckDB compare. */
const SECONDS = [31_104_000, 2_592_000, 604_800, 86_400, 3_600, 60, 1];

function ofInterval(cell: string): Key | null {
  const unusual = UNUSUAL[cell.toLowerCase()];
  if (unusual !== undefined) return { by: [unusual * Infinity], text: '' };
  const [, sign, ...parts] = ISO.exec(cell) ?? [];
  if (parts.length === 0) return null;
  const seconds = parts.reduce((sum, part, place) => sum + Number(part ?? 0) * (SECONDS[place] ?? 0), 0);
  return { by: [sign === '-' ? -seconds : seconds], text: '' };
}

const DAY = /^([+-]?\d{4,})-(\d\d)-(\d\d.*?)( \(?BC\)?)?$/;

function ofDay(cell: string, type: string): Key | null {
  if (!/date|time/i.test(type)) return null;
  const unusual = UNUSUAL[cell.toLowerCase()];
  if (unusual !== undefined) return { by: [0, unusual * Infinity], text: '' };
  const [, year, month, rest = '', before] = DAY.exec(cell) ?? [];
  if (year === undefined) return null;
  return { by: [0, before === undefined ? Number(year) : 1 - Number(year), Number(month)], text: rest };
}
