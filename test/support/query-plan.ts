/** What `EXPLAIN (ANALYZE, FORMAT JSON)` says of a node, as far as the tests look at it. */
export interface Plan {
  readonly 'Node Type'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

export interface Read {
  readonly table: string;
  readonly node: string;
  /** Looked at, over all loops, whether it took them or not. */
  readonly rows: number;
}

/** What reads tables in a plan, from the top down. */
export function readsOf(plan: Plan): Read[] {
  const below = (plan.Plans ?? []).flatMap(readsOf);
  const { 'Relation Name': table, 'Node Type': node = 'none', 'Actual Rows': found = 0, 'Actual Loops': loops = 1 } = plan;
  if (table === undefined) return below;
  const dropped = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return [{ table, node, rows: (found + dropped) * loops }, ...below];
}
