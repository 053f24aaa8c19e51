import { say } from '../../../shared/sentence.js';
import { MOST_VIOLATIONS, type PlacedRelation, type Rule, type Violation, quoted } from '../judgement.js';
import type { Places } from '../statement-text.js';
import type { SourceNames } from './source-names.js';

/** A text that replaces a part of the statement. If the part is empty, the text is inserted there. */
interface Edit {
  readonly position: number;
  readonly end: number;
  readonly text: string;
}

/** What the walk through one statement has found. */
export class Findings {
  private readonly refused: (Violation & { readonly position: number })[] = [];
  private readonly read: PlacedRelation[] = [];
  private readonly edited = new Map<number, Edit>();
  private readonly seen = new Set<string>();
  /** Whether some relations of a FROM are not tied to each other. */
  isProduct = false;

  constructor(
    private readonly sql: string,
    private readonly places: Places,
    readonly names: SourceNames,
  ) {}

  /** @param at in bytes of UTF-8 */
  refuse(rule: Rule, at: number, message: Violation['message']): void {
    const key = `${rule} ${at} ${JSON.stringify(message)}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.refused.push({ rule, position: this.places.ofByte(at), message });
  }

  uses(schema: string | null, name: string, at: number): void {
    this.read.push({ schema, name, position: this.places.ofByte(at) });
  }

  /** Replaces an operator, if its symbol is at its place. It is not for `OPERATOR(%)`, which begins with the word. */
  replaceSymbol(at: number, symbol: string, text: string): void {
    const position = this.places.ofByte(at);
    const written = symbol === '<>' && this.sql.startsWith('!=', position) ? '!=' : symbol;
    // Directly after a name or a number the text would continue that token.
    const gap = /[ \t\r\n]/.test(this.sql.charAt(position - 1)) ? '' : ' ';
    if (this.sql.startsWith(written, position))
      this.edited.set(position, { position, end: position + written.length, text: `${gap}${text}` });
    else this.refuse('forbidden_syntax', at, say('Write the operator {symbol} by its symbol alone, or with its schema.', { symbol }));
  }

  /** Writes a schema before a name, if the name is at its place. */
  qualify(at: number, name: string, schema: string): void {
    const position = this.places.ofByte(at);
    const written = /^(?:"(?:[^"]|"")+"|[a-z_\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*)/iu.exec(this.sql.slice(position));
    if (written !== null && folded(written[0]) === name)
      this.edited.set(position, { position, end: position, text: `${quoted(schema, '"')}.` });
    else this.refuse('forbidden_syntax', at, say('Write {name} with its schema.', { name: name.slice(0, 65) }));
  }

  get edits(): readonly Edit[] {
    return [...this.edited.values()].sort((a, b) => a.position - b.position);
  }

  get violations(): readonly Violation[] {
    return this.refused.sort((a, b) => a.position - b.position).slice(0, MOST_VIOLATIONS);
  }

  get relations(): readonly PlacedRelation[] {
    return this.read.sort((a, b) => a.position - b.position);
  }
}

/** The name that the grammar reads in a written name. */
function folded(written: string): string {
  if (written.startsWith('"')) return written.slice(1, -1).replaceAll('""', '"');
  return written.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
