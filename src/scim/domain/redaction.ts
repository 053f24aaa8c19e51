import { type JsonValue, isJsonObject } from '../../engines/scim-protocol/json.js';

const LONGEST = 500;
const MOST_NAMES = 50;
/** A text in quotes, even if the last quote is missing. Neither pattern can fail half-way, so both are linear. */
const VALUES = /"(?:[^"\\]|\\(?:.|$))*(?:"|$)/gs;
const WORDS = /[^\s"'()[\]/?&=]+/g;
const NAME = /^[\w$:.-]{1,200}$/;
/** Parameters that hold no data of people; a cursor is not among them, since it may hold what the list is sorted by. */
const SHOWN = ['filter', 'sortBy', 'sortOrder', 'startIndex', 'count', 'attributes', 'excludedAttributes'];

/** A text about a request, without the values in it: `userName eq "…"`. */
export function redacted(text: string): string {
  const unquoted = text.replaceAll(VALUES, '"…"');
  return unquoted.replaceAll(WORDS, (word) => (word.includes('@') ? '…' : word)).slice(0, LONGEST);
}

/** Path and query of a request, decoded, without the values of filters and of unknown parameters. */
export function redactedPath(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  const parameters = (query ?? '').split('&').filter((part) => part !== '');
  const shown = parameters.map((part) => {
    const [name = '', value] = part.split(/=(.*)/s);
    if (value === undefined) return redacted(decoded(name));
    return `${redacted(decoded(name))}=${SHOWN.includes(name) ? redacted(decoded(value)) : '…'}`;
  });
  return [redacted(decoded(path)), shown.join('&')]
    .filter((part) => part !== '')
    .join('?')
    .slice(0, LONGEST);
}

/** Which attributes the body of a POST, PUT or PATCH names; never their values. */
export function attributesNamedIn(method: string, body: unknown): string[] | null {
  if (!['POST', 'PUT', 'PATCH'].includes(method) || !isJsonObject(body)) return null;
  const names = method === 'PATCH' ? operationsOf(body).flatMap(namesOfOperation) : Object.keys(body);
  const ours = ['schemas', 'id', 'meta'];
  return [...new Set(names.filter((name) => NAME.test(name) && !ours.includes(name)))].slice(0, MOST_NAMES);
}

function operationsOf(message: Readonly<Record<string, JsonValue>>): readonly JsonValue[] {
  const operations = Object.entries(message).find(([name]) => name.toLowerCase() === 'operations')?.[1];
  return Array.isArray(operations) ? (operations as readonly JsonValue[]) : [];
}

function namesOfOperation(operation: JsonValue): string[] {
  if (!isJsonObject(operation)) return [];
  const { path, value } = operation;
  if (typeof path === 'string') return [path.replaceAll(/\[[^\]]*(?:\]|$)/g, '')];
  return value !== undefined && isJsonObject(value) ? Object.keys(value) : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '…';
  }
}
