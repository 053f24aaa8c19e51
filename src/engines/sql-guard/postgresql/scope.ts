import type { TreeNode } from './pg-grammar.js';

/** The common table expressions that are in scope at some place, the nearest first. */
export interface Scope {
  readonly name: string;
  readonly query: TreeNode;
  readonly outer: Scope | null;
}

export function inScope(scope: Scope | null, name: string): TreeNode | null {
  for (let at = scope; at !== null; at = at.outer) if (at.name === name) return at.query;
  return null;
}
