import { type QualifiedName, keyOf } from '../../shared/qualified-name.js';
import type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';

/** From which tables a table inherits, and which inherit from it, through others too. */
export class TableKin {
  private readonly parents = new Map<string, readonly QualifiedName[]>();
  private readonly heirs = new Map<string, QualifiedName[]>();

  constructor(heirs: NonNullable<SourceFacts['heirs']>) {
    for (const { parents, ...heir } of heirs) {
      this.parents.set(keyOf(heir), parents);
      for (const parent of parents) {
        const known = this.heirs.get(keyOf(parent));
        if (known === undefined) this.heirs.set(keyOf(parent), [heir]);
        else known.push(heir);
      }
    }
  }

  parentsOf(table: QualifiedName): readonly QualifiedName[] {
    return reached(table, (key) => this.parents.get(key) ?? []);
  }

  heirsOf(table: QualifiedName): readonly QualifiedName[] {
    return reached(table, (key) => this.heirs.get(key) ?? []);
  }
}

/** Step by step, and without the first. */
export function reached(from: QualifiedName, next: (key: string) => readonly QualifiedName[]): QualifiedName[] {
  const found = new Map<string, QualifiedName>();
  const left = [from];
  for (let one = left.pop(); one !== undefined; one = left.pop())
    for (const other of next(keyOf(one)))
      if (!found.has(keyOf(other))) {
        found.set(keyOf(other), other);
        left.push(other);
      }
  return [...found.values()];
}
