import { MOST_VIOLATIONS, type RelationUse, type Rule, type Violation } from '../../../domain/judgement.js';
import type { Places } from '../statement-text.js';

/** What the walk through one statement has come across. */
export class Findings {
  private readonly refused: (Violation & { readonly position: number })[] = [];
  private readonly read: RelationUse[] = [];
  private readonly seen = new Set<string>();

  constructor(private readonly places: Places) {}

  /** @param at in bytes of UTF-8 */
  refuse(rule: Rule, at: number, message: string): void {
    const key = `${rule} ${at} ${message}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.refused.push({ rule, position: this.places.ofByte(at), message });
  }

  uses(schema: string | null, name: string, at: number): void {
    this.read.push({ schema, name, position: this.places.ofByte(at) });
  }

  get violations(): readonly Violation[] {
    return this.refused.sort((a, b) => a.position - b.position).slice(0, MOST_VIOLATIONS);
  }

  get relations(): readonly RelationUse[] {
    return this.read.sort((a, b) => a.position - b.position);
  }
}
