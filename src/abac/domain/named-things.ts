import type { Example } from './example.js';
import type { PolicyTree } from './policy-set.js';

/** Whether more of what it names makes the condition true more often, or less; `both` if neither is certain. */
type Sense = 'more' | 'less' | 'both';

/** A literal of a policy that stands for something: a role, a group, a label, a person, an attribute. */
export interface NamedThing {
  /** What it is compared with: `principal.roles`, `context.acr`, `own.regions`; `own` for the name of an attribute; a type of entity. */
  readonly of: string;
  readonly value: string | number;
  readonly sense: Sense;
}

type Node = Readonly<Record<string, unknown>>;

interface Operands {
  readonly left: unknown;
  readonly right: unknown;
}

const COMPARISONS = ['contains', 'containsAny', 'containsAll', '==', '!=', '<', '<=', '>', '>='] as const;
const OPPOSITE: Readonly<Record<Sense, Sense>> = { more: 'less', less: 'more', both: 'both' };

/** Every literal that stands for something, each time it is written; those of the condition with their effect on it. */
export function namedThingsIn(tree: PolicyTree): readonly NamedThing[] {
  const found: NamedThing[] = [];
  for (const scope of ['principal', 'resource']) entitiesIn(tree[scope], found);
  for (const { kind, body } of (tree['conditions'] ?? []) as readonly { kind: string; body: unknown }[])
    walk(body, kind === 'unless' ? 'less' : 'more', found);
  return found;
}

/** What an example says of its person, thing and session. */
export function namedThingsOf({ principal, resource, context }: Example): readonly NamedThing[] {
  const own = Object.entries((principal['own'] ?? {}) as Readonly<Record<string, readonly string[]>>);
  const named: readonly (readonly [string, unknown])[] = [
    ['principal.roles', principal['roles']],
    ['principal.groups', principal['groups']],
    ['User', principal['userId']],
    ['own', own.map(([key]) => key)],
    ...own.map(([key, values]) => [`own.${key}`, values] as const),
    ['resource.labels', resource.labels],
    [resource.type, resource.id],
    ['context.amr', context['amr']],
    ['context.acr', context['acr']],
    ['context.country', context['country']],
    ['context.connectionId', context['connectionId']],
  ];
  return named.flatMap(([of, values]) =>
    [values].flat().flatMap((value): NamedThing[] => (isLiteral(value) ? [{ of, value, sense: 'both' }] : [])),
  );
}

function walk(node: unknown, sense: Sense, found: NamedThing[]): void {
  if (Array.isArray(node)) for (const item of node) walk(item, sense, found);
  if (!isNode(node) || Array.isArray(node)) return;
  for (const [name, child] of Object.entries(node)) {
    if (name === '&&' || name === '||') walkEach(child, sense, found);
    else if (name === '!') walkEach(child, OPPOSITE[sense], found);
    else if (name === 'if-then-else') {
      const { if: condition, then, else: otherwise } = child as Node;
      walk(condition, 'both', found);
      walk([then, otherwise], sense, found);
    } else {
      const comparison = COMPARISONS.find((one) => one === name);
      if (comparison !== undefined && isNode(child)) compared(comparison, child as unknown as Operands, sense, found);
      keysIn(name, child, found);
      entitiesIn(child, found, name === 'Value');
      walk(child, 'both', found);
    }
  }
}

function walkEach(operands: unknown, sense: Sense, found: NamedThing[]): void {
  for (const operand of Object.values(operands as Node)) walk(operand, sense, found);
}

function compared(comparison: (typeof COMPARISONS)[number], { left, right }: Operands, sense: Sense, found: NamedThing[]): void {
  const isSet = comparison.startsWith('contains');
  const ofLeft = isSet ? sense : 'both';
  const ofRight = comparison === 'containsAny' ? sense : comparison === 'containsAll' ? OPPOSITE[sense] : 'both';
  for (const [subject, other, changed] of [
    [left, right, ofLeft],
    [right, left, ofRight],
  ] as const)
    for (const of of subjectsIn(subject)) for (const value of literalsIn(other)) found.push({ of, value, sense: changed });
}

/** Attributes that are read in it. */
function subjectsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(subjectsIn);
  if (!isNode(node)) return [];
  const read = node['.'] as { left?: { Var?: string }; attr?: unknown } | undefined;
  if (typeof read?.left?.Var === 'string') return [`${read.left.Var}.${String(read.attr)}`];
  const tag = node['getTag'] as { right?: { Value?: unknown } } | undefined;
  if (typeof tag?.right?.Value === 'string') return [`own.${tag.right.Value}`];
  return Object.values(node).flatMap(subjectsIn);
}

function literalsIn(node: unknown): readonly (string | number)[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (!isNode(node)) return [];
  // The key of a tag is not a value of the tag.
  if ('getTag' in node || 'hasTag' in node || '.' in node) return [];
  const { Value: value } = node;
  if (isLiteral(value)) return [value];
  return Object.values(node).flatMap(literalsIn);
}

function keysIn(name: string, child: unknown, found: NamedThing[]): void {
  if (name !== 'getTag' && name !== 'hasTag') return;
  const key = (child as { right?: { Value?: unknown } }).right?.Value;
  if (typeof key === 'string') found.push({ of: 'own', value: key, sense: 'both' });
}

function entitiesIn(node: unknown, found: NamedThing[], isValue = false): void {
  if (!isNode(node)) return;
  const { entity, entities, in: within, __entity: literal } = node;
  const one = (isValue ? literal : entity) as { type?: unknown; id?: unknown } | undefined;
  if (typeof one?.type === 'string' && typeof one.id === 'string') found.push({ of: one.type, value: one.id, sense: 'both' });
  if (isValue) return;
  entitiesIn(within, found);
  if (Array.isArray(entities)) for (const each of entities) entitiesIn({ entity: each as unknown }, found);
}

function isLiteral(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
