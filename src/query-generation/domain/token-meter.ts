/** Adds up what the language model costs while one request is worked on. */
export class TokenMeter {
  private counted = 0;

  get tokens(): number {
    return this.counted;
  }

  add(tokens: number): void {
    this.counted += tokens;
  }
}
