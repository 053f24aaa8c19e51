/** Somebody else did at the same time what this was about to do: look again, and decide anew. */
export class Raced extends Error {
  constructor() {
    super('Somebody else was faster.');
    this.name = 'Raced';
  }
}
