/** What only the request that sends it may hold. As JSON it is nothing, so that no store ever gets it, and no draft takes it. */
export class Secret {
  static readonly NONE = new Secret('');

  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  reveal(): string {
    return this.#text;
  }

  toJSON(): undefined {
    return undefined;
  }
}
