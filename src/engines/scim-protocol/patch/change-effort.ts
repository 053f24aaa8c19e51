import type { Filter } from '../filter/filter.js';
import { isJsonObject, type JsonValue } from '../json.js';
import { InvalidValue } from '../scim.errors.js';
import type { AttributeTarget } from './target.js';
import { type Change, listOf } from './write-value.js';

/**
 * Comparisons of values that one PATCH may cost: they take some tenths of a second, in which no other request is
 * served.
 */
const MOST_COMPARISONS = 200_000;
/** This many characters are as much work as one comparison. */
const CHARACTERS = 64;

/**
 * Each operation on a list compares each of its values with each sent value or condition: a thousand operations on a
 * thousand values would stop the service for as long as the sender likes.
 */
export class ChangeEffort {
  private spent = 0;

  /** @throws InvalidValue */
  spend({ values }: AttributeTarget, { op, value }: Change, current: JsonValue | null): void {
    const list = values === null && op === 'replace' ? [] : listOf(current);
    const sent = listOf(value ?? null);
    const width = 1 + weightOf(sent) + (values === null ? 0 : conditionsOf(values));
    this.spent += (1 + weightOf(list)) * width;
    if (this.spent > MOST_COMPARISONS) throw new InvalidValue('The operations compare too many values. Send them in several requests.');
  }
}

function weightOf(list: readonly JsonValue[]): number {
  return list.reduce<number>((sum, each) => sum + 1 + lengthOf(each) / CHARACTERS, 0);
}

function lengthOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length;
  return isJsonObject(value) ? Object.values(value).reduce<number>((sum, each) => sum + lengthOf(each), 0) : 0;
}

function conditionsOf(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') return conditionsOf(filter.left) + conditionsOf(filter.right);
  return filter.kind === 'not' || filter.kind === 'values' ? conditionsOf(filter.filter) : 1;
}
