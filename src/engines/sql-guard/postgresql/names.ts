import type { TreeNode } from './pg-grammar.js';

export function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The content of a node of this type, where the node names its type. */
export function held(value: unknown, type: string): TreeNode | null {
  const inner = isNode(value) ? value[type] : undefined;
  return isNode(inner) ? inner : null;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of String nodes; `null` for a `*` or any other node among them. */
export function textsOf(list: unknown): readonly (string | null)[] {
  return listOf(list).map((part) => {
    const text = held(part, 'String');
    return text === null ? null : textOf(text['sval']);
  });
}

/** The name of an object of PostgreSQL itself. It may come without its schema, because nothing else is on the search path. */
export function ownName(list: unknown): string | null {
  const names = textsOf(list);
  if (names.length === 1) return names[0] ?? null;
  return names.length === 2 && names[0] === 'pg_catalog' ? (names[1] ?? null) : null;
}

/** The value of a whole number that is written down; `null` for everything else. */
export function integerOf(value: unknown): number | null {
  const constant = held(value, 'A_Const');
  if (constant === null) return null;
  const { ival, fval } = constant;
  if (isNode(ival)) return typeof ival['ival'] === 'number' ? ival['ival'] : 0;
  if (isNode(fval)) return Math.abs(Number(fval['fval']));
  return null;
}

export function stringOf(value: unknown): string | null {
  const constant = held(value, 'A_Const');
  const text = constant === null ? undefined : constant['sval'];
  return isNode(text) ? textOf(text['sval']) : null;
}
