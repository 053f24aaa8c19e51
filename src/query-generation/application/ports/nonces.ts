export abstract class Nonces {
  /** Letters and digits that cannot be guessed, different each time. */
  abstract next(): string;
}
