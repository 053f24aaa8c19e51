/** The values of a statement, in the order of their placeholders. */
export class StatementValues {
  private readonly values: unknown[] = [];

  /** @returns the placeholder */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get list(): readonly unknown[] {
    return this.values;
  }
}
