/** A word, name, symbol or literal, as it is written, in UTF-16 units. Comments are none. */
export interface Piece {
  readonly text: string;
  readonly start: number;
}

/** What stands between two parentheses, or the whole statement. */
interface Group {
  readonly index: number;
  readonly parent: Group | null;
  /** The place of its first piece. */
  readonly from: number;
  /** The place of the piece that closes it. */
  to: number;
  readonly isQuery: boolean;
  readonly isCommonTable: boolean;
  /** Its first piece opens another group. */
  inner: Group | null;
  /** Where set operations divide it. */
  readonly parts: number[];
}

/** A SELECT with all that belongs to it: one part of a set operation. */
export interface Block {
  readonly group: Group;
  readonly part: number;
}

const QUERIES: ReadonlySet<string> = new Set('SELECT WITH FROM VALUES TABLE PIVOT UNPIVOT DESCRIBE SUMMARIZE'.split(' '));
const SET_OPERATIONS: ReadonlySet<string> = new Set(['UNION', 'EXCEPT', 'INTERSECT', 'MINUS']);
const CLAUSES: ReadonlySet<string> = new Set('SELECT FROM WHERE ON BY HAVING QUALIFY LIMIT'.split(' '));
const BEHIND_QUERY: ReadonlySet<string> = new Set(['ORDER', 'LIMIT', 'OFFSET', 'FETCH']);
const AFTER_ITEM = /^(?:[,);]|ASC|DESC|NULLS|LIMIT|OFFSET|FETCH|HAVING|ORDER|QUALIFY|WINDOW|UNION|EXCEPT|INTERSECT)$/;
const QUOTED = /^(["`[])(.*)["`\]]$/s;

/** The queries of a statement, and which of them stands within which, as far as words and parentheses tell. */
export class StatementBlocks {
  private readonly groups: Group[] = [];
  /** The innermost group of each piece. */
  private readonly groupOf: Group[] = [];
  private readonly words: readonly string[];

  constructor(private readonly pieces: readonly Piece[]) {
    this.words = pieces.map(({ text }) => text.toUpperCase());
    let group = this.open(null, 0);
    for (const [index, word] of this.words.entries()) {
      if (word === '(') {
        const inner = this.open(group, index + 1);
        if (group.from === index) group.inner = inner;
        group = inner;
      } else if (word === ')') {
        group.to = index;
        group = group.parent ?? group;
      } else if (SET_OPERATIONS.has(word)) group.parts.push(index);
      this.groupOf.push(group);
    }
  }

  at(position: number): Block {
    const index = this.indexAt(position);
    const [first] = this.groups;
    let group = this.groupOf[index] ?? first;
    if (group === undefined) throw new Error('A statement has at least one group.');
    while (!group.isQuery && group.parent !== null) {
      // `((SELECT …) ORDER BY a)`: what stands behind a query in parentheses belongs to it.
      let inner = group.inner;
      while (inner !== null && !inner.isQuery) inner = inner.inner;
      if (inner !== null && BEHIND_QUERY.has(this.words[inner.to + 1] ?? '')) return { group: inner, part: inner.parts.length };
      group = group.parent;
    }
    return { group, part: partAt(group, index) };
  }

  /** The query whose columns may be named here, too; `null` if there is none. */
  around({ group }: Block): Block | null {
    const [own, index] = [this.queryAround(group), group.from - 1];
    if (own === null) return null;
    // A common table expression stands before the query that may read it, and sees nothing of that.
    return group.isCommonTable ? this.around({ group: own, part: 0 }) : { group: own, part: partAt(own, index) };
  }

  isSame(one: Block, other: Block): boolean {
    return one.group === other.group && one.part === other.part;
  }

  /** What may be the alias of the relation at this place; another word if it has none. */
  aliasBehind(position: number): string {
    let index = this.indexAt(position) + 1;
    while (this.words[index] === '.') index += 2;
    if (this.words[index] === 'AS') index += 1;
    return this.nameAt(index);
  }

  /** Whether this name means something outside of the query. */
  isNamedOutside(name: string, { group }: Block): boolean {
    return this.words.some(
      (_, index) => (index < group.from || index > group.to) && this.nameAt(index).toLowerCase() === name && this.words[index + 1] !== '.',
    );
  }

  /** Whether the name stands alone in GROUP BY or ORDER BY of a query that gives it to one of its own columns. */
  sortsByAlias(name: string, position: number, { group }: Block): boolean {
    const index = this.indexAt(position);
    const isOwn = (at: number): boolean => this.groupOf[at] === group;
    const isGiven = this.words.some((word, at) => word === 'AS' && isOwn(at) && this.nameAt(at + 1).toLowerCase() === name);
    if (!isGiven || !isOwn(index) || !AFTER_ITEM.test(this.words[index + 1] ?? ')')) return false;
    const before = this.words[index - 1] ?? '';
    const clause = this.words.findLast((word, at) => at < index && isOwn(at) && CLAUSES.has(word));
    return before === 'BY' || (before === ',' && clause === 'BY');
  }

  private open(parent: Group | null, from: number): Group {
    const [word = '', before = ''] = [this.words[from], this.words[from - 2]];
    const isQuery = parent === null || QUERIES.has(word);
    const isCommonTable = isQuery && (before === 'AS' || before === 'MATERIALIZED');
    const index = this.groups.length;
    const group = { index, parent, from, to: Infinity, isQuery, isCommonTable, inner: null, parts: [] };
    this.groups.push(group);
    return group;
  }

  private queryAround({ parent }: Group): Group | null {
    let group = parent;
    while (group !== null && !group.isQuery) group = group.parent;
    return group;
  }

  private nameAt(index: number): string {
    const { text } = this.pieces[index] ?? { text: '' };
    const [, quote = '', quoted] = QUOTED.exec(text) ?? [];
    return quoted?.replaceAll(quote + quote, quote) ?? text;
  }

  private indexAt(position: number): number {
    return this.pieces.findLastIndex(({ start }) => start <= position);
  }
}

function partAt({ parts }: Group, index: number): number {
  return parts.filter((at) => at < index).length;
}
