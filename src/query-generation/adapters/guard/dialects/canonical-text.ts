import type { RelationPlace } from '../../../domain/judgement.js';

type Piece =
  { readonly isSpaced: boolean; readonly text: string } | { readonly isSpaced: boolean; readonly relation: number };

const NO_SPACE_BEFORE: ReadonlySet<string> = new Set([')', ',', '.', ']', '}']);
const NO_SPACE_AFTER: ReadonlySet<string> = new Set(['(', '.', '[', '{']);

/**
 * The statement as it is sent: printed from what was understood, so that nothing reaches the engine that was merely looked at.
 * Names and strings are quoted in the one way in which the engine cannot misread them.
 */
export class CanonicalText {
  private readonly pieces: Piece[] = [];

  get length(): number {
    return this.pieces.length;
  }

  /** @param isTight without the space that would stand before it */
  add(text: string, isTight = false): void {
    this.pieces.push({ isSpaced: !isTight && !NO_SPACE_BEFORE.has(text) && this.takesSpace(), text });
  }

  addRelation(relation: number): void {
    this.pieces.push({ isSpaced: this.takesSpace(), relation });
  }

  /** Puts something before what was added since the text had this length. */
  insert(length: number, text: string): void {
    const first = this.pieces[length];
    if (first === undefined) return;
    this.pieces.splice(length, 1, { isSpaced: first.isSpaced, text }, { ...first, isSpaced: false });
  }

  /** @param quote of names */
  parts(quote: RelationPlace['quote']): (string | RelationPlace)[] {
    const parts: (string | RelationPlace)[] = [];
    let text = '';
    for (const piece of this.pieces) {
      if (piece.isSpaced) text += ' ';
      if ('text' in piece) {
        text += piece.text;
        continue;
      }
      parts.push(text, { relation: piece.relation, takes: 'name', quote });
      text = '';
    }
    return [...parts, text];
  }

  private takesSpace(): boolean {
    const last = this.pieces.at(-1);
    return last !== undefined && !('text' in last && NO_SPACE_AFTER.has(last.text));
  }
}
