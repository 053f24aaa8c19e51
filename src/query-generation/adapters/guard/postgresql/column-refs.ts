import { held, isNode, listOf, textsOf } from './names.js';
import type { TreeNode } from './pg-grammar.js';

/** The columns that an expression names, those of its subqueries among them; a whole row is none. */
export function columnsIn(expression: unknown): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const left: unknown[] = [expression];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item);
    else if (isNode(value)) {
      const column = held(value, 'ColumnRef');
      if (column === null) for (const part of Object.values(value)) left.push(part);
      else found.push(textsOf(column['fields']).map((name) => name ?? '*'));
    }
  }
  return found;
}

/** Whether it names any column; that is mostly told by its beginning. */
export function namesColumn(expression: unknown): boolean {
  const left: unknown[] = [expression];
  while (left.length > 0) {
    const value = left.pop();
    if (held(value, 'ColumnRef') !== null) return true;
    if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item);
    else if (isNode(value)) for (const part of Object.values(value)) left.push(part);
  }
  return false;
}

/** What must all hold: the parts of an AND, each by itself. */
export function conditionsOf(expression: unknown): readonly unknown[] {
  const found: unknown[] = [];
  const left: unknown[] = [expression];
  while (left.length > 0) {
    const value = left.pop();
    const both = held(value, 'BoolExpr');
    if (both !== null && both['boolop'] === 'AND_EXPR') left.push(...listOf(both['args']));
    else if (value !== undefined) found.push(value);
  }
  return found;
}

/** Whether a SELECT reads a relation by this name, in its FROM or a subquery. */
export function mentions(select: TreeNode, name: string): boolean {
  const left: unknown[] = [select];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item);
    else if (isNode(value)) {
      if (held(value, 'RangeVar')?.['relname'] === name) return true;
      for (const part of Object.values(value)) left.push(part);
    }
  }
  return false;
}
