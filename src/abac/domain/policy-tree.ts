import type { Principal } from './policy-request.js';
import type { PolicyTree } from './policy-set.js';

/** An attribute that a policy reads: `principal`, its name, and the key of a tag. */
export interface ReadAttribute {
  readonly of: 'principal' | 'resource' | 'context';
  readonly name: string;
}

/** Every node of the tree, the outer before the inner. */
export function* nodesOf(tree: unknown): Generator<Readonly<Record<string, unknown>>> {
  // Not by recursion: every level would hand on each node below it, and a chain has one level for each of its terms.
  const open = [tree];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node)) yield node as Readonly<Record<string, unknown>>;
    const parts: unknown[] = Object.values(node);
    open.push(...parts.toReversed());
  }
}

/** `own.regions` for a tag of the person: what administrators say about them. */
export function attributesIn(tree: PolicyTree): readonly ReadAttribute[] {
  const found = new Map<string, ReadAttribute>();
  for (const node of nodesOf(tree['conditions'])) {
    const read = attributeOf(node);
    if (read !== null) found.set(`${read.of}.${read.name}`, read);
  }
  return [...found.values()];
}

function attributeOf(node: Readonly<Record<string, unknown>>): ReadAttribute | null {
  const plain = (node['.'] ?? node['has']) as { left?: { Var?: string }; attr?: unknown } | undefined;
  const tag = (node['getTag'] ?? node['hasTag']) as { left?: { Var?: string }; right?: { Value?: unknown } } | undefined;
  const of = plain?.left?.Var ?? tag?.left?.Var;
  if (of !== 'principal' && of !== 'resource' && of !== 'context') return null;
  if (plain !== undefined) {
    const name = Array.isArray(plain.attr) ? (plain.attr[0] as unknown) : plain.attr;
    return typeof name === 'string' ? { of, name } : null;
  }
  return typeof tag?.right?.Value === 'string' ? { of, name: `own.${tag.right.Value}` } : null;
}

/** Texts, numbers and addresses that the policy compares with. */
export function literalsIn(tree: PolicyTree): readonly unknown[] {
  const found = new Set<unknown>();
  for (const node of nodesOf(tree['conditions'])) {
    if (!('Value' in node)) continue;
    const { Value: value } = node;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof one === 'string' || typeof one === 'number') found.add(one);
  }
  return [...found];
}

/** A number that JavaScript cannot hold would come back as another one: the policy would no longer say what was written. */
export function hasInexactNumber(tree: PolicyTree): boolean {
  for (const node of nodesOf(tree))
    for (const value of Object.values(node))
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
        if (typeof one === 'number' && !Number.isSafeInteger(one)) return true;
  return false;
}

/** What two people must have in common so that the policy decides alike about them; the same text for both if they do. */
export function likenessOf(tree: PolicyTree): (principal: Principal) => string {
  const written = JSON.stringify(tree);
  const names = attributesIn(tree).flatMap(({ of, name }) => (of === 'principal' ? [name] : []));
  const isNamed = written.includes('"type":"User"');
  const hasTags = written.includes('"getTag"') || written.includes('"hasTag"');
  return ({ userId, attributes, own }) =>
    JSON.stringify([
      isNamed ? userId : null,
      hasTags ? own : null,
      names.map((name) => (attributes as Readonly<Record<string, unknown>>)[name] ?? null),
    ]);
}

/** Whether the time of a request makes a difference. */
export function readsTime(tree: PolicyTree): boolean {
  return attributesIn(tree).some(({ of, name }) => of === 'context' && name === 'now');
}
