export abstract class Nonces {
  /** Letters and digits that nobody can guess, never twice the same. */
  abstract next(): string;
}
