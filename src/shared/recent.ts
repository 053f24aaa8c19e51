/** Remembers what was made last, so much and no more. */
export class Recent<Value> {
  private readonly kept = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.kept.size;
  }

  /** What is kept under the key, else what `make` makes; what was not asked for the longest makes room. */
  of(key: string, make: () => Value): Value {
    const known = this.kept.get(key);
    const value = known ?? make();
    this.kept.delete(key);
    this.kept.set(key, value);
    if (this.kept.size > this.most) {
      const oldest = this.kept.keys().next();
      if (oldest.done !== true) this.kept.delete(oldest.value);
    }
    return value;
  }
}
