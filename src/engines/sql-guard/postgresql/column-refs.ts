import { held, isNode, listOf, textsOf } from './names.js';
import type { TreeNode } from './pg-grammar.js';

/** The columns that an expression and its subqueries name. A whole row does not count as a column. */
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

/** The names that a query gives to its results, to relations and to their columns. */
export function declaredIn(query: TreeNode): ReadonlySet<string> {
  const found = new Set<string>();
  const left: unknown[] = [query];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item);
    else if (isNode(value)) {
      const own = [held(value, 'ResTarget')?.['name'], held(value, 'ColumnDef')?.['colname'], value['aliasname']];
      for (const name of own) if (typeof name === 'string') found.add(name);
      for (const list of ['colnames', 'aliascolnames']) for (const name of textsOf(value[list])) if (name !== null) found.add(name);
      for (const part of Object.values(value)) left.push(part);
    }
  }
  return found;
}

/** Whether an expression names any column. Usually one is found near the beginning, so this is fast. */
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

/** The conditions that must all hold: the parts of an AND, one by one. */
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

/** Whether a SELECT reads a relation of this name, in its FROM or in a subquery. */
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
