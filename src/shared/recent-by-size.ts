/** Remembers what was used last, within a size. What was used longest ago makes room, but never for itself. */
export class RecentBySize<Key, Value> {
  /** The latest at the end. */
  private readonly kept = new Map<Key, Value>();
  private size = 0;

  /** @param gone is called for each evicted entry */
  constructor(
    private readonly most: number,
    private readonly sizeOf: (value: Value) => number,
    private readonly gone: (key: Key) => void = () => undefined,
  ) {}

  get(key: Key): Value | undefined {
    const value = this.kept.get(key);
    if (value === undefined) return undefined;
    this.kept.delete(key);
    this.kept.set(key, value);
    return value;
  }

  /** Each replaces the entry before. Entries that are held together do not evict each other. */
  hold(...entries: readonly (readonly [Key, Value])[]): void {
    for (const [key, value] of entries) {
      this.drop(key);
      this.kept.set(key, value);
      this.size += this.sizeOf(value);
    }
    const latest = new Set(entries.map(([key]) => key));
    for (const oldest of this.kept.keys()) {
      if (this.size <= this.most || latest.has(oldest)) break;
      this.drop(oldest);
      this.gone(oldest);
    }
  }

  private drop(key: Key): void {
    const before = this.kept.get(key);
    if (before === undefined) return;
    this.size -= this.sizeOf(before);
    this.kept.delete(key);
  }
}
