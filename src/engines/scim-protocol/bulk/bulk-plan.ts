import { type BulkOperation, isSound, type MalformedOperation } from './bulk-request.js';
import { referencesOf } from './bulk-references.js';

/** What is done in one go: one operation, or several creations that refer to each other in a circle. */
export type BulkStep =
  | { readonly kind: 'malformed'; readonly operation: MalformedOperation }
  | { readonly kind: 'single'; readonly operation: BulkOperation }
  | { readonly kind: 'circle'; readonly operations: readonly BulkOperation[] };

/**
 * The order of the request, except for operations that refer to something created further down: they wait for it.
 * Creating it earlier would not work, because what the request deletes or renames first would still be in its way.
 * Operations on the same resource keep their order.
 */
export function planOf(operations: readonly (BulkOperation | MalformedOperation)[]): BulkStep[] {
  const needs = operations.map(() => new Set<number>());
  const creations = new Map<string, number>();
  for (const operation of operations)
    if (isSound(operation) && operation.method === 'POST' && operation.bulkId !== null) creations.set(operation.bulkId, operation.index);
  for (const operation of operations) {
    if (!isSound(operation)) continue;
    for (const bulkId of referencesOf(operation)) {
      const creation = creations.get(bulkId);
      if (creation !== undefined) needs[operation.index]?.add(creation);
    }
  }
  const circles = circlesOf(needs);
  afterTheSameResource(operations, needs);
  return inOrder(circles, needs).map((indices) => stepOf(indices, operations, needs));
}

function stepOf(
  indices: readonly number[],
  operations: readonly (BulkOperation | MalformedOperation)[],
  needs: readonly ReadonlySet<number>[],
): BulkStep {
  const all = indices.flatMap((index) => operations[index] ?? []);
  const [first] = all;
  if (first !== undefined && !isSound(first)) return { kind: 'malformed', operation: first };
  const sound = all.filter(isSound);
  const [operation] = sound;
  const refersToItself = operation !== undefined && needs[operation.index]?.has(operation.index) === true;
  return sound.length === 1 && operation !== undefined && !refersToItself
    ? { kind: 'single', operation }
    : { kind: 'circle', operations: sound };
}

function afterTheSameResource(operations: readonly (BulkOperation | MalformedOperation)[], needs: readonly Set<number>[]): void {
  const last = new Map<string, number>();
  for (const operation of operations) {
    if (!isSound(operation) || operation.target === null) continue;
    const resource = `${operation.type} ${operation.target}`;
    const previous = last.get(resource);
    if (previous !== undefined) needs[operation.index]?.add(previous);
    last.set(resource, operation.index);
  }
}

/** The strongly connected components (Tarjan): operations that all need each other. */
function circlesOf(needs: readonly ReadonlySet<number>[]): number[][] {
  const circles: number[][] = [];
  const numbers = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const visit = (index: number): number => {
    const own = numbers.size;
    let low = own;
    numbers.set(index, own);
    open.push(index);
    isOpen.add(index);
    for (const needed of needs[index] ?? []) {
      const seen = numbers.get(needed);
      if (seen === undefined) low = Math.min(low, visit(needed));
      else if (isOpen.has(needed)) low = Math.min(low, seen);
    }
    if (low === own) {
      const circle = open.splice(open.indexOf(index));
      for (const member of circle) isOpen.delete(member);
      circles.push(circle.sort((one, other) => one - other));
    }
    return low;
  };
  needs.forEach((_, index) => numbers.has(index) || visit(index));
  return circles;
}

/** Each circle as soon as all that it needs is done, in the order of their last operations in the request. */
function inOrder(circles: readonly number[][], needs: readonly ReadonlySet<number>[]): number[][] {
  const waiting = [...circles].sort((one, other) => (one.at(-1) ?? 0) - (other.at(-1) ?? 0));
  const circleOf = new Map(waiting.flatMap((circle) => circle.map((index) => [index, circle] as const)));
  const missing = new Map<number[], Set<number[]>>();
  const neededBy = new Map<number[], number[][]>();
  for (const circle of waiting) {
    const needed = new Set(circle.flatMap((index) => [...(needs[index] ?? [])].flatMap((other) => [circleOf.get(other)])));
    needed.delete(circle);
    missing.set(circle, new Set([...needed].filter((other) => other !== undefined)));
    for (const other of missing.get(circle) ?? []) neededBy.set(other, [...(neededBy.get(other) ?? []), circle]);
  }
  const order: number[][] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex((circle) => missing.get(circle)?.size === 0);
    const [circle] = waiting.splice(next, 1);
    if (circle === undefined) break;
    for (const other of neededBy.get(circle) ?? []) missing.get(other)?.delete(circle);
    order.push(circle);
  }
  return order;
}
