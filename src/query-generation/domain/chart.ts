import type { ResultSet } from './result-set.js';

export const MARKS = ['bar', 'line', 'area', 'point', 'arc'] as const;
const ENCODING_TYPES = ['quantitative', 'nominal', 'ordinal', 'temporal'] as const;

interface Encoding {
  /** A column of the result with a unique name. */
  readonly column: string;
  readonly type: (typeof ENCODING_TYPES)[number];
}

/** A part of Vega-Lite that names columns and nothing else: no addresses, no expressions, no data. `arc`: `y` is the angle. */
export interface Chart {
  readonly mark: (typeof MARKS)[number];
  readonly x: Encoding | null;
  readonly y: Encoding | null;
  readonly color: Encoding | null;
}

const MEMBERS: readonly string[] = ['mark', 'x', 'y', 'color'];

/** @returns `null` unless all of it fits this result */
export function chartIn(value: unknown, result: ResultSet): Chart | null {
  if (!isRecord(value) || result.rows.length < 2) return null;
  if (Object.keys(value).some((name) => !MEMBERS.includes(name))) return null;
  const mark = MARKS.find((one) => one === value['mark']);
  const [x, y, color] = ['x', 'y', 'color'].map((name) => encodingIn(value[name], result));
  if (mark === undefined || x === undefined || y === undefined || color === undefined || y === null) return null;
  const isWhole = mark === 'arc' ? x === null && color !== null && y.type === 'quantitative' : x !== null;
  return isWhole ? { mark, x, y, color } : null;
}

/** `null` if none is wanted, `undefined` for a wrong one. */
function encodingIn(value: unknown, { columns, rows }: ResultSet): Encoding | null | undefined {
  if (value === null || value === undefined) return null;
  if (!isRecord(value) || Object.keys(value).some((name) => name !== 'column' && name !== 'type')) return undefined;
  const type = ENCODING_TYPES.find((one) => one === value['type']);
  const found = columns.flatMap(({ name }, index) => (name === value['column'] ? [{ name, index }] : []));
  const [column, twin] = found;
  if (type === undefined || column === undefined || twin !== undefined) return undefined;
  const cells = rows.map((row) => row[column.index] ?? null);
  if (type === 'quantitative' && !cells.every(isNumber)) return undefined;
  if (type === 'temporal' && !cells.every(isTime)) return undefined;
  return { column: column.name, type };
}

function isNumber(cell: unknown): boolean {
  if (cell === null) return true;
  return typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(cell));
}

/** Years may come as numbers. */
function isTime(cell: unknown): boolean {
  if (cell === null) return true;
  if (typeof cell === 'number') return Number.isInteger(cell) && cell >= 1 && cell <= 9999;
  return typeof cell === 'string' && /^\d{4}(?:-\d{2}(?:-\d{2}(?:[ T]\d{2}:\d{2}.*)?)?)?$/.test(cell);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
