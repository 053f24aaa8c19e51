import { jsonDigest } from '../../shared/json-digest.js';
import { InvalidCursor } from './search-request.js';
import { isStorable } from './storable-text.js';

/** The position of a resource in an order. */
export interface SortPosition {
  /** What it is sorted by, as text; `null` without a value, or if no sorting was asked for. */
  readonly key: string | null;
  /** Tells entries with the same key apart: the order in which they came. */
  readonly number: string;
}

/** The page that continues after a resource, or the one that ends before it. */
export interface PageCursor {
  readonly position: SortPosition;
  readonly isBackward: boolean;
  /** How many there were when the first page was read: counting all for each page would cost more than the page. */
  readonly total: number;
}

const SHAPE = /^([A-Za-z0-9_-]{1,8000})\.([0-9a-f]{32})$/;
const NUMBER = /^\d{1,18}$/;

/**
 * The position itself and nothing that is kept here, so that a cursor stays valid forever, even when rows are deleted.
 * The digest ties it to its query: everything in it except the cursor and the size of a page has to stay the same (RFC 9865
 * section 2). It is not a secret: with an invented one a client reads from another position what it may read anyway.
 * @param query everything that the order and the choice of the resources depend on, as JSON
 * @returns text of unreserved characters only (RFC 9865 section 2)
 */
export function cursorText(query: unknown, { position, isBackward, total }: PageCursor): string {
  const content = [isBackward, position.number, position.key, total];
  return `${Buffer.from(JSON.stringify(content)).toString('base64url')}.${seal(query, content)}`;
}

/** @throws InvalidCursor */
export function readCursor(query: unknown, text: string): PageCursor {
  const [, encoded = '', digest] = SHAPE.exec(text) ?? [];
  const content = parsed(Buffer.from(encoded, 'base64url').toString());
  if (!Array.isArray(content) || content.length !== 4 || seal(query, content) !== digest) throw new InvalidCursor();
  const [isBackward, number, key, total] = content as unknown[];
  if (typeof isBackward !== 'boolean' || typeof number !== 'string' || !NUMBER.test(number)) throw new InvalidCursor();
  if (key !== null && (typeof key !== 'string' || !isStorable(key))) throw new InvalidCursor();
  if (typeof total !== 'number' || !Number.isSafeInteger(total) || total < 0) throw new InvalidCursor();
  return { position: { key, number }, isBackward, total };
}

function seal(query: unknown, content: unknown): string {
  return jsonDigest([query, content]).slice(0, 32);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
