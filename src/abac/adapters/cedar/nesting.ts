import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';

/** Far more than people write. Cedar reads by recursion: some hundred brackets overflow its stack, and then it answers nothing more. */
const DEEPEST_BRACKETS = 50;
/** Levels of JSON. Cedar takes 128 together with what stands around a tree. */
const DEEPEST_TREE = 110;
const CHAINS = ['||', '&&'] as const;
/** Texts and comments, in which brackets mean nothing, and brackets. Cedar ends a comment at a carriage return too. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"|\/\/[^\n\r]*|[([{]|[)\]}]/g;

interface Operands {
  readonly left: unknown;
  readonly right: unknown;
}

class TooDeep extends Error {}

/** Whether brackets are nested deeper than Cedar can read. */
export function hasDeepBrackets(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if ('([{'.includes(token)) depth += 1;
    else if (')]}'.includes(token)) depth = Math.max(0, depth - 1);
    if (depth > DEEPEST_BRACKETS) return true;
  }
  return false;
}

/**
 * The same policy as a tree with few levels. Cedar's grammar makes one level of each `||` and `&&` of a chain, and the time
 * that it takes to load a tree grows with the square of its levels. The order in which the operands are evaluated stays.
 * @returns `null` if it has too many levels anyway
 */
export function levelled(policy: PolicyJson): PolicyJson | null {
  try {
    return levelledNode(policy, DEEPEST_TREE) as PolicyJson;
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

function levelledNode(node: unknown, room: number): unknown {
  if (room <= 0) throw new TooDeep();
  if (Array.isArray(node)) return node.map((item) => levelledNode(item, room - 1));
  if (typeof node !== 'object' || node === null) return node;
  for (const operator of CHAINS) {
    if (operandsOf(node, operator) === null) continue;
    const terms = termsOf(node, operator);
    const levels = 2 * Math.ceil(Math.log2(terms.length));
    const inner = terms.map((term) => levelledNode(term, room - levels));
    return halved(inner, operator);
  }
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, levelledNode(child, room - 1)]));
}

/** The operands of a chain in their order; the node itself if it is none. */
export function termsOf(chain: unknown, operator: (typeof CHAINS)[number]): unknown[] {
  const terms: unknown[] = [];
  // Not by recursion: a chain may have thousands of terms.
  const open = [chain];
  while (open.length > 0) {
    const node = open.pop();
    const operands = operandsOf(node, operator);
    if (operands === null) terms.push(node);
    else open.push(operands.right, operands.left);
  }
  return terms;
}

/** A record may have a member of this name too, but never a pair of operands. */
function operandsOf(node: unknown, operator: (typeof CHAINS)[number]): Operands | null {
  if (typeof node !== 'object' || node === null || !(operator in node)) return null;
  const operands = (node as Readonly<Record<string, unknown>>)[operator];
  return typeof operands === 'object' && operands !== null && 'left' in operands && 'right' in operands ? operands : null;
}

function halved(terms: readonly unknown[], operator: (typeof CHAINS)[number]): unknown {
  if (terms.length === 1) return terms[0];
  const middle = Math.ceil(terms.length / 2);
  const [left, right] = [halved(terms.slice(0, middle), operator), halved(terms.slice(middle), operator)];
  return { [operator]: { left, right } };
}
