/**
 * A parameter whose value the planner does not see, for a statement that is prepared. PostgreSQL plans such a statement once only where no
 * plan for the values at hand looks cheaper. For NULL, a short list or a small page one always does, so PostgreSQL would plan each time, and
 * that takes longer than the answer.
 */
export function unseen(parameter: string): string {
  return `(SELECT ${parameter})`;
}

/** The same for a list. Without its own type around it, `ANY (SELECT …)` would be a comparison with the rows of a subquery. */
export function unseenList(parameter: string, type: string): string {
  return `ANY (${unseen(`${parameter}::${type}[]`)}::${type}[])`;
}
