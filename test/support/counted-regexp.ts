/**
 * A backtracking matcher that counts its steps as an engine takes them: a clock would measure the load of the machine, too. It reads what
 * the patterns of the product use, and throws for what it does not know.
 */
export class CountedRegExp {
  steps = 0;
  private readonly root: Node;
  private readonly flags: string;

  constructor({ source, flags }: Pick<RegExp, 'source' | 'flags'>) {
    this.flags = flags;
    this.root = new Reader(source, flags.replaceAll(/[gys]/g, '') + (flags.includes('s') ? 's' : '')).read();
  }

  /** Nothing in it may be written as often as one likes, so that each place of a text takes so many steps and no more. */
  get isBounded(): boolean {
    return isBounded(this.root);
  }

  /** Texts that lead through the pattern, at least in part, and single pieces of it. */
  get seeds(): { readonly paths: readonly string[]; readonly atoms: readonly string[] } {
    const atoms = new Set<string>();
    const paths = pathsOf(this.root, atoms);
    return { paths, atoms: [...atoms] };
  }

  /** Looks for all matches in the text, as a search of them does. @returns the steps, or more than `most` where it gives up */
  search(text: string, most: number): number {
    const chars = [...text];
    this.steps = 0;
    const run = new Run(chars, this.flags.includes('m'), () => {
      this.steps += 1;
      if (this.steps > most) throw new TooMany();
    });
    try {
      for (let at = 0; at <= chars.length;) {
        const end = run.match(this.root, at);
        at = end === null || end === at ? at + 1 : end;
      }
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
    }
    return this.steps;
  }

  /** The first match, to compare with the engine. */
  first(text: string): readonly [number, number] | null {
    const chars = [...text];
    const run = new Run(chars, this.flags.includes('m'), () => undefined);
    for (let at = 0; at <= chars.length; at += 1) {
      const end = run.match(this.root, at);
      if (end !== null) return [chars.slice(0, at).join('').length, chars.slice(at, end).join('').length];
    }
    return null;
  }
}

class TooMany extends Error {}

type Node =
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

type Repeat = Extract<Node, { kind: 'repeat' }>;

type Next = (at: number) => number | null;

class Run {
  private readonly groups = new Map<number, string>();

  constructor(
    private readonly chars: readonly string[],
    private readonly multiline: boolean,
    private readonly count: () => void,
  ) {}

  match(node: Node, at: number): number | null {
    this.groups.clear();
    return this.go(node, at, (end) => end);
  }

  private go(node: Node, at: number, next: Next): number | null {
    this.count();
    switch (node.kind) {
      case 'set': {
        const char = this.chars[at];
        return char !== undefined && node.has(char) ? next(at + 1) : null;
      }
      case 'sequence':
        return this.sequence(node.parts, 0, at, next);
      case 'choice':
        for (const way of node.ways) {
          const end = this.go(way, at, next);
          if (end !== null) return end;
        }
        return null;
      case 'group':
        return this.go(node.inner, at, (end) => {
          const before = this.groups.get(node.number);
          this.groups.set(node.number, this.chars.slice(at, end).join(''));
          const found = next(end);
          if (found === null && before === undefined) this.groups.delete(node.number);
          return found;
        });
      case 'repeat':
        return this.repeat(node, 0, at, next);
      case 'look': {
        const found = node.behind ? this.behind(node.inner, at) : this.go(node.inner, at, (end) => end) !== null;
        return found === node.negative ? null : next(at);
      }
      case 'same': {
        const wanted = [...(this.groups.get(node.number) ?? '')];
        return wanted.every((char, index) => this.chars[at + index] === char) ? next(at + wanted.length) : null;
      }
      case 'edge':
        return this.isEdge(node.what, at) ? next(at) : null;
    }
  }

  private sequence(parts: readonly Node[], index: number, at: number, next: Next): number | null {
    const part = parts[index];
    return part === undefined ? next(at) : this.go(part, at, (end) => this.sequence(parts, index + 1, end, next));
  }

  /** Of single characters without a call for each: a long text would fill the stack. */
  private run(set: Extract<Node, { kind: 'set' }>, { least, most }: Repeat, at: number, next: Next): number | null {
    let end = at;
    for (; end - at < most; end += 1) {
      this.count();
      const char = this.chars[end];
      if (char === undefined || !set.has(char)) break;
    }
    for (; end - at >= least; end -= 1) {
      this.count();
      const found = next(end);
      if (found !== null) return found;
    }
    return null;
  }

  private repeat(node: Repeat, done: number, at: number, next: Next): number | null {
    if (node.inner.kind === 'set' && !node.lazy) return this.run(node.inner, node, at, next);
    const more = (): number | null =>
      done >= node.most
        ? null
        : // A turn that takes nothing ends it.
          this.go(node.inner, at, (end) =>
            end === at && done >= node.least ? null : this.repeat(node, done + 1, end, next),
          );
    if (done < node.least) return more();
    return node.lazy ? (next(at) ?? more()) : (more() ?? next(at));
  }

  private behind(inner: Node, at: number): boolean {
    const width = widthOf(inner);
    for (let from = at - width.most; from <= at - width.least; from += 1)
      if (from >= 0 && this.go(inner, from, (end) => (end === at ? end : null)) !== null) return true;
    return false;
  }

  private isEdge(what: '^' | '$' | 'b' | 'B', at: number): boolean {
    const [before, after] = [this.chars[at - 1], this.chars[at]];
    if (what === '^') return before === undefined || (this.multiline && before === '\n');
    if (what === '$') return after === undefined || (this.multiline && after === '\n');
    const isWord = (char: string | undefined): boolean => char !== undefined && /\w/.test(char);
    return (isWord(before) !== isWord(after)) === (what === 'b');
  }
}

function widthOf(node: Node): { readonly least: number; readonly most: number } {
  switch (node.kind) {
    case 'set':
      return { least: 1, most: 1 };
    case 'sequence': {
      const widths = node.parts.map(widthOf);
      return { least: sum(widths.map(({ least }) => least)), most: sum(widths.map(({ most }) => most)) };
    }
    case 'choice': {
      const widths = node.ways.map(widthOf);
      return {
        least: Math.min(...widths.map(({ least }) => least)),
        most: Math.max(...widths.map(({ most }) => most)),
      };
    }
    case 'group':
      return widthOf(node.inner);
    case 'edge':
      return { least: 0, most: 0 };
    default:
      throw new Error('What stands behind has no fixed length here.');
  }
}

function isBounded(node: Node): boolean {
  switch (node.kind) {
    case 'repeat':
      return node.most !== Infinity && isBounded(node.inner);
    case 'sequence':
      return node.parts.every(isBounded);
    case 'choice':
      return node.ways.every(isBounded);
    case 'group':
    case 'look':
      return isBounded(node.inner);
    default:
      return true;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

class Reader {
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
    if (sign !== undefined)
      return { kind: 'repeat', inner, lazy, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
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
    const [piece] =
      /^(?:\[\^?(?:\\[^]|[^\]\\])*\]|\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\p\{\w+\}|\\P\{\w+\}|\\[^]|[^])/iu.exec(
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
    const literal =
      [...piece].length === 1 && piece !== '.' ? piece : /^\\[^a-zA-Z0-9]$/.test(piece) ? piece.slice(1) : null;
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

/** Characters that tell sets apart. */
const POOL = [...`aeExXzn_019 '"\`[](){}.,;:-+*/\\$@#%&|<>=!~?\t\n\u0301é\u2026`];
const MOST_PATHS = 6;

/** What opens something, such as a comment, is more than one character. */
function literalRuns(parts: readonly Node[]): readonly string[] {
  const runs = [''];
  for (const part of parts)
    if (part.kind === 'set' && part.literal !== null) runs.push(`${runs.pop() ?? ''}${part.literal}`);
    else runs.push('');
  return runs.filter((run) => run.length > 1);
}

function pathsOf(node: Node, atoms: Set<string>): readonly string[] {
  switch (node.kind) {
    case 'set': {
      const members = node.literal === null ? POOL.filter(node.has) : [node.literal];
      for (const one of members.slice(0, 2)) atoms.add(one);
      return members.slice(0, 1);
    }
    case 'sequence': {
      for (const run of literalRuns(node.parts)) atoms.add(run);
      let paths: readonly string[] = [''];
      for (const part of node.parts) {
        const further = pathsOf(part, atoms);
        if (further.length > 0) paths = paths.flatMap((one) => further.map((more) => one + more)).slice(0, MOST_PATHS);
      }
      for (const path of paths) if (path !== '') atoms.add(path);
      return paths;
    }
    case 'choice':
      return node.ways.flatMap((way) => pathsOf(way, atoms)).slice(0, MOST_PATHS);
    case 'group':
      return pathsOf(node.inner, atoms);
    case 'repeat': {
      const inner = pathsOf(node.inner, atoms);
      return inner.map((one) => one.repeat(Math.max(1, Math.min(node.least, 3))));
    }
    case 'look':
      pathsOf(node.inner, atoms);
      return [''];
    default:
      return [''];
  }
}
