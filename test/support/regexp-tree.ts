/** What a pattern is made of, as far as the product writes patterns. */
export type Node =
  | { readonly kind: 'set'; readonly has: (char: string) => boolean; readonly literal: string | null }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly ways: readonly Node[] }
  | { readonly kind: 'group'; readonly inner: Node; readonly number: number }
  | {
      readonly kind: 'repeat';
      readonly inner: Node;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  | { readonly kind: 'look'; readonly inner: Node; readonly behind: boolean; readonly negative: boolean }
  | { readonly kind: 'same'; readonly number: number }
  | { readonly kind: 'edge'; readonly what: '^' | '$' | 'b' | 'B' };

export type Repeat = Extract<Node, { kind: 'repeat' }>;

/** Throws for what it does not know. */
export class RegExpReader {
  private at = 0;
  private groups = 0;

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  read(): Node {
    const node = this.choice();
    if (this.at < this.source.length) throw new Error(`Not understood: ${this.source.slice(this.at)}`);
    return node;
  }

  private choice(): Node {
    const ways = [this.sequence()];
    while (this.eat('|')) ways.push(this.sequence());
    const [only] = ways;
    return ways.length === 1 && only !== undefined ? only : { kind: 'choice', ways };
  }

  private sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.source.length && !/^[|)]/.test(this.rest)) parts.push(this.quantified());
    return { kind: 'sequence', parts };
  }

  private quantified(): Node {
    const inner = this.atom();
    const [all, sign, least, comma, most] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})/.exec(this.rest) ?? [];
    if (all === undefined) return inner;
    this.at += all.length;
    const lazy = this.eat('?');
    if (sign !== undefined) return { kind: 'repeat', inner, lazy, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    const first = Number(least);
    const last = comma === '' ? first : most === '' ? Infinity : Number(most);
    return { kind: 'repeat', inner, lazy, least: first, most: last };
  }

  private atom(): Node {
    for (const what of ['^', '$'] as const) if (this.eat(what)) return { kind: 'edge', what };
    if (this.eat('\\b')) return { kind: 'edge', what: 'b' };
    if (this.eat('\\B')) return { kind: 'edge', what: 'B' };
    const [same, number] = /^\\([1-9])/.exec(this.rest) ?? [];
    if (same !== undefined) {
      this.at += same.length;
      return { kind: 'same', number: Number(number) };
    }
    if (this.eat('(')) return this.group();
    const [piece] = /^(?:\[\^?(?:\\[^]|[^\]\\])*\]|\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\p\{\w+\}|\\P\{\w+\}|\\[^]|[^])/iu.exec(
      this.rest,
    ) ?? [''];
    this.at += piece.length;
    const pattern = new RegExp(`^(?:${piece})$`, this.flags.replace('m', ''));
    const known = new Map<string, boolean>();
    const has = (char: string): boolean => {
      const found = known.get(char) ?? pattern.test(char);
      known.set(char, found);
      return found;
    };
    const literal = [...piece].length === 1 && piece !== '.' ? piece : /^\\[^a-zA-Z0-9]$/.test(piece) ? piece.slice(1) : null;
    return { kind: 'set', has, literal };
  }

  private group(): Node {
    const [, opening = ''] = /^\?(:|=|!|<=|<!)/.exec(this.rest) ?? [];
    if (opening === '' && this.rest.startsWith('?')) throw new Error(`Not understood: ${this.rest}`);
    this.at += opening === '' ? 0 : opening.length + 1;
    const number = opening === '' ? (this.groups += 1) : 0;
    const inner = this.choice();
    if (!this.eat(')')) throw new Error(`Not closed: ${this.source}`);
    if (opening === '') return { kind: 'group', inner, number };
    if (opening === ':') return inner;
    return { kind: 'look', inner, behind: opening.startsWith('<'), negative: opening.endsWith('!') };
  }

  private get rest(): string {
    return this.source.slice(this.at);
  }

  private eat(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }
}
