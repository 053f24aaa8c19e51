import type { Cell, Column } from '../../domain/statement-outcome.js';
import { StatementRefused, type TakenRows } from './statement-engine.js';

const LARGEST_CELL = 64 * 1024;
const LARGEST_RESULT = 1024 ** 2;
const LONGEST_NAME = 1_000;
/** About the size of a number, a Boolean or NULL in an answer. */
const SMALL = 8;

/** Takes the rows of a result until there are enough of them, in number or in bytes; longer cells are cut. */
export class RowIntake {
  private readonly rows: Cell[][] = [];
  private readonly columns: readonly Column[];
  private bytes = 0;
  private isTruncated = false;

  /** @throws StatementRefused when the columns alone are too much */
  constructor(
    columns: readonly Column[],
    private readonly maxRows: number,
  ) {
    this.columns = columns.map(({ name, type }) => ({ name: clipped(name), type: clipped(type) }));
    for (const { name, type } of this.columns) this.bytes += Buffer.byteLength(name) + Buffer.byteLength(type) + SMALL;
    if (this.bytes > LARGEST_RESULT) throw new StatementRefused('The result has too many columns.');
  }

  /** @returns whether it wants more */
  take(row: readonly Cell[]): boolean {
    if (this.rows.length >= this.maxRows) return this.end();
    let isCut = false;
    const cells = row.map((cell) => {
      const kept = typeof cell === 'string' ? cut(cell) : cell;
      isCut ||= kept !== cell;
      return kept;
    });
    const size = cells.reduce<number>((sum, cell) => sum + sizeOf(cell), 0);
    if (this.bytes + size > LARGEST_RESULT) return this.end();
    this.bytes += size;
    this.isTruncated ||= isCut;
    this.rows.push(cells);
    return true;
  }

  taken(): TakenRows {
    return { columns: this.columns, rows: this.rows, isTruncated: this.isTruncated };
  }

  private end(): false {
    this.isTruncated = true;
    return false;
  }
}

/** How much of a long value is read; the rest is cut anyway. */
export const BYTES_OF_A_CELL = LARGEST_CELL + 4;

/** `\x` and hexadecimal digits, as many as a cell holds. */
export function hexOf(bytes: Uint8Array): string {
  const { buffer, byteOffset, length } = bytes;
  return `\\x${Buffer.from(buffer, byteOffset, Math.min(length, LARGEST_CELL)).toString('hex')}`;
}

/** Exactly as a number of JSON, or else as a text. */
export function integerOf(text: string): Cell {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

export function floatOf(text: string): Cell {
  return text === '' || !Number.isFinite(Number(text)) ? text : numberOf(Number(text));
}

/** JSON has no infinity, and its zero has no sign. */
export function numberOf(number: number): Cell {
  if (Object.is(number, -0)) return '-0';
  return Number.isFinite(number) ? number : String(number);
}

function cut(text: string): string {
  // A unit of UTF-16 takes three bytes at most.
  if (text.length * 3 <= LARGEST_CELL || Buffer.byteLength(text) <= LARGEST_CELL) return wellFormed(text);
  const bytes = Buffer.from(text.slice(0, LARGEST_CELL));
  let end = LARGEST_CELL;
  // Not within a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

function clipped(name: string): string {
  return wellFormed(name.slice(0, LONGEST_NAME));
}

function sizeOf(cell: Cell): number {
  return typeof cell === 'string' ? Buffer.byteLength(cell) + SMALL : SMALL;
}

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
