import { type ContextFormat, type TableText } from './context-format.js';
import type { Engine } from './engine.js';
import { abridged } from './readable-part.js';
import type { Relation } from './relation.js';
import { twelfthsInTokens, tokenTwelfthsOf } from '../../shared/tokens.js';
import { wordsOf } from './words.js';

const FEW_COLUMNS = 24;
/** The share of the budget for the names of tables that do not fit in full. */
const SHARE_OF_NAMES = 0.1;
/** For the beginning of the last line, with numbers of nine digits. */
const LAST_LINE = 'Left out: 999999999 tables, among them \n';

/** A text under construction that never gets longer than its budget. */
export class ContextText {
  private readonly tables: string[] = [];
  private readonly links: string[] = [];
  private readonly head: string;
  private free: number;
  /** Whether columns of what is included are left out. */
  isAbridged = false;
  readonly included: { readonly schema: string; readonly name: string }[] = [];

  constructor(
    private readonly format: ContextFormat,
    private readonly source: { readonly name: string; readonly engine: Engine },
    private readonly maxTokens: number,
    private readonly terms: readonly string[] = [],
  ) {
    const head = format.head(source);
    // A name of pictures can cost more than a small budget has.
    this.head =
      tokenTwelfthsOf(head) <= twelfthsInTokens(maxTokens) / 2 ? head : format.head({ ...source, name: 'data source' });
    this.free = twelfthsInTokens(maxTokens) - tokenTwelfthsOf(this.head + format.remark + LAST_LINE + format.linksHead);
  }

  /** Takes in a relation with all of its columns. @returns whether there was room */
  addWhole(relation: Relation): boolean {
    return this.take(relation, this.write(relation, 0), this.free);
  }

  /**
   * Takes in a relation, one that is too wide with its most telling columns, and leaves some room for the names of others.
   * @returns whether there was room
   */
  add(relation: Relation): boolean {
    const room = this.free - twelfthsInTokens(this.maxTokens) * SHARE_OF_NAMES;
    const { columns } = relation;
    const whole = this.write(relation, 0);
    if (columns.length > FEW_COLUMNS && whole.cost > room / 2) {
      const short = abridged(relation, (name) => this.relevanceOf(name), FEW_COLUMNS);
      const isTaken = this.take(relation, this.write(short, columns.length - FEW_COLUMNS), room);
      this.isAbridged ||= isTaken;
      return isTaken;
    }
    return this.take(relation, whole, room);
  }

  /** @param leftOut names of what has no room, the most telling first; `count` of all of it, named or not */
  finish(leftOut: readonly { readonly schema: string; readonly name: string }[], count: number): string {
    const links = this.links.length === 0 ? '' : `${this.format.linksHead}${this.links.join('')}`;
    const body = `${this.head}${this.tables.join('')}${links}`;
    return count === 0 ? body : `${body}${this.lastLine(leftOut, count)}`;
  }

  private lastLine(leftOut: readonly { readonly schema: string; readonly name: string }[], count: number): string {
    const names: string[] = [];
    for (const { schema, name } of leftOut) {
      const text = this.format.name(schema, name, this.source.engine);
      const cost = tokenTwelfthsOf(`${text}, `);
      if (cost > this.free) break;
      this.free -= cost;
      names.push(text);
    }
    const tables = count === 1 ? 'table' : 'tables';
    const which = names.length === 0 ? '' : `${names.length < count ? ', among them' : ':'} ${names.join(', ')}`;
    return `${this.format.remark}Left out: ${count} ${tables}${which}\n`;
  }

  private write(relation: Relation, leftOut: number): TableText & { readonly cost: number } {
    const written = this.format.table(relation, this.source.engine, leftOut);
    return { ...written, cost: tokenTwelfthsOf(written.text) + tokenTwelfthsOf(written.links.join('')) };
  }

  private take(
    relation: Relation,
    { text, links, cost }: TableText & { readonly cost: number },
    room: number,
  ): boolean {
    if (cost > room) return false;
    this.free -= cost;
    this.tables.push(text);
    this.links.push(...links);
    this.included.push({ schema: relation.schema, name: relation.name });
    return true;
  }

  private relevanceOf(name: string): number {
    return wordsOf(name).filter((word) => this.terms.includes(word)).length;
  }
}
