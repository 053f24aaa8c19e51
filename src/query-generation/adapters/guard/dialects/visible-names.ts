/**
 * The names of common table expressions that can be seen from where we are. In doubt the answer is no: a name that is
 * none is looked for among the tables, where it has to be known and readable, and is sent with its schema.
 */
export class VisibleNames {
  private readonly scopes: Set<string>[] = [];

  constructor(private readonly folded: (name: string) => string) {}

  within(content: () => void): void {
    this.scopes.push(new Set());
    content();
    this.scopes.pop();
  }

  /** @returns false when the innermost scope has it already */
  add(name: string): boolean {
    const scope = this.scopes.at(-1);
    const folded = this.folded(name);
    if (scope === undefined || scope.has(folded)) return false;
    scope.add(folded);
    return true;
  }

  has(name: string): boolean {
    const folded = this.folded(name);
    return this.scopes.some((scope) => scope.has(folded));
  }
}
