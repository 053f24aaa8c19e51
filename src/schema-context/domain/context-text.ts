import { type ContextFormat, NOTICE, NOTICE_OF_SAMPLES, type TableText } from './context-format.js';
import type { Engine } from '../../engines/catalog-reader/engine.js';
import { abridged } from '../../engines/catalog-reader/readable-part.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import { partsInTokens, tokenPartsOf } from '../../shared/tokens.js';
import { wordsOf } from '../../shared/words.js';

const FEW_COLUMNS = 24;
/** The columns of a table in short, keys included: first those that the question names, then keys. */
const MOST_COLUMNS_IN_SHORT = 4;
/**
 * What full tables leave free for tables in short form, and what those leave free for the names of tables that have no room: a share of the
 * budget, and at most this many tokens.
 */
const FOR_SHORT = { share: 0.08, most: 100 } as const;
const FOR_NAMES = { share: 0.03, most: 60 } as const;
/** The longest beginning of the last line: it reserves room for a number of nine digits. */
const LAST_LINE = 'Left out: 999999999 tables, among them \n';

/** In tokens, with its comma. */
const SHORTEST_NAME = 3;

const IN_SHORT = 'In short, without types:';

/** A text under construction that never gets longer than its budget. */
export class ContextText {
  private readonly tables: string[] = [];
  private readonly short: string[] = [];
  private readonly links: string[] = [];
  private readonly head: string;
  private free: number;
  /** Whether the text leaves out columns of tables that it includes. */
  isAbridged = false;
  readonly included: { readonly schema: string; readonly name: string }[] = [];
  readonly inShort: { readonly schema: string; readonly name: string }[] = [];

  constructor(
    private readonly format: ContextFormat,
    private readonly source: { readonly name: string; readonly engine: Engine },
    private readonly maxTokens: number,
    private readonly terms: readonly string[] = [],
    hasSamples = false,
  ) {
    const notice = hasSamples ? NOTICE_OF_SAMPLES : NOTICE;
    const head = format.head(source, notice);
    // A name of emoji can cost more than a small budget has.
    this.head = tokenPartsOf(head) <= partsInTokens(maxTokens) / 2 ? head : format.head({ ...source, name: 'data source' }, notice);
    this.free = partsInTokens(maxTokens) - tokenPartsOf(this.head + format.remark + LAST_LINE + format.linksHead);
  }

  /** The limit of names of left out relations that still have room. */
  get mostNames(): number {
    return Math.ceil(this.free / partsInTokens(SHORTEST_NAME));
  }

  /** Adds a relation with all of its columns. @returns whether there was room */
  addWhole(relation: Relation): boolean {
    return this.take(relation, this.write(relation, 0, false), this.free);
  }

  /**
   * Adds a relation: with all or its most relevant columns as long as there is room for that, else in short form. Some room stays
   * free for the names of relations that are not added.
   * @returns whether there was room
   */
  add(relation: Relation): boolean {
    const room = this.free - this.kept(FOR_NAMES);
    const roomInFull = this.free - this.kept(FOR_SHORT);
    if (this.included.length === 0) return this.addFull(relation, room);
    return this.addFull(relation, roomInFull) || this.addShort(relation, room);
  }

  private kept({ share, most }: { readonly share: number; readonly most: number }): number {
    return partsInTokens(Math.min(share * this.maxTokens, most));
  }

  /** A wide table that has no room keeps its most telling columns. */
  private addFull(relation: Relation, room: number): boolean {
    const { columns } = relation;
    if (this.take(relation, this.write(relation, 0, true), room)) return true;
    if (columns.length <= FEW_COLUMNS) return false;
    const part = abridged(relation, (name) => this.relevanceOf(name), FEW_COLUMNS);
    const isTaken = this.take(relation, this.write(part, columns.length - FEW_COLUMNS, true), room);
    this.isAbridged ||= isTaken;
    return isTaken;
  }

  private addShort(relation: Relation, room: number): boolean {
    const { schema, name, columns } = relation;
    const part = abridged(relation, (columnName) => this.relevanceOf(columnName), MOST_COLUMNS_IN_SHORT);
    const line = this.format.short(part, this.source.engine, columns.length - part.columns.length);
    const cost = tokenPartsOf(line) + (this.short.length === 0 ? tokenPartsOf(this.shortHead()) : 0);
    if (cost > room) return false;
    this.free -= cost;
    this.short.push(line);
    this.included.push({ schema, name });
    this.inShort.push({ schema, name });
    this.isAbridged = true;
    return true;
  }

  private shortHead(): string {
    return `${this.format.remark}${IN_SHORT}\n`;
  }

  /** @param leftOut names of tables that have no room, the most relevant first; `count` is the number of all of them, named or not */
  finish(leftOut: readonly { readonly schema: string; readonly name: string }[], count: number): string {
    const links = this.links.length === 0 ? '' : `${this.format.linksHead}${this.links.join('')}`;
    const short = this.short.length === 0 ? '' : `${this.shortHead()}${this.short.join('')}`;
    const body = `${this.head}${this.tables.join('')}${links}${short}`;
    return count === 0 ? body : `${body}${this.lastLine(leftOut, count)}`;
  }

  private lastLine(leftOut: readonly { readonly schema: string; readonly name: string }[], count: number): string {
    const names: string[] = [];
    for (const { schema, name } of leftOut) {
      const text = this.format.name(schema, name, this.source.engine);
      const cost = tokenPartsOf(`${text}, `);
      if (cost > this.free) break;
      this.free -= cost;
      names.push(text);
    }
    const tables = count === 1 ? 'table' : 'tables';
    const which = names.length === 0 ? '' : `${names.length < count ? ', among them' : ':'} ${names.join(', ')}`;
    return `${this.format.remark}Left out: ${count} ${tables}${which}\n`;
  }

  private write(relation: Relation, leftOut: number, isDense: boolean): TableText & { readonly cost: number } {
    const written = this.format.table(relation, this.source.engine, leftOut, isDense);
    return { ...written, cost: tokenPartsOf(written.text) + tokenPartsOf(written.links.join('')) };
  }

  private take(relation: Relation, { text, links, cost }: TableText & { readonly cost: number }, room: number): boolean {
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
