/** Remembers what was made last, up to a fixed size. */
export class Recent<Value extends NonNullable<unknown>> {
  private readonly kept = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.kept.size;
  }

  /** The value kept under the key, else what `make` makes; the value that was not asked for the longest makes room. */
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
