import { type Node, type Repeat, RegExpReader } from './regexp-tree.js';
import { pathsOf } from './regexp-seeds.js';

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
    this.root = new RegExpReader(source, flags.replaceAll(/[gys]/g, '') + (flags.includes('s') ? 's' : '')).read();
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
          this.go(node.inner, at, (end) => (end === at && done >= node.least ? null : this.repeat(node, done + 1, end, next)));
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
