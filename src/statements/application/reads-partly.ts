import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import { type QualifiedName, keyOf } from '../../shared/qualified-name.js';
import { isNamed } from '../domain/hidden-names.js';
import { namesIn } from '../domain/hidden-values.js';

/** Views over views, all together. */
const MOST_VIEWS = 500;
/** In one statement. A page of long texts holds many words. */
const MOST_NAMES = 20_000;

type Described = NonNullable<Awaited<ReturnType<DescribeRelations['all']>>>[number];

/** A kept text, and the relations that views in it may read. */
export interface TracedText {
  readonly text: string;
  readonly relations: readonly QualifiedName[];
}

/** Tells whether kept texts read relations through views, which may show their columns under other names. */
@Injectable()
export class ReadsPartly {
  constructor(private readonly describeRelations: DescribeRelations) {}

  /**
   * Views are looked up for all texts together: as often as views lie upon each other, however many texts there are.
   * @param judged relations that policies name themselves: what they show need not be traced
   * @returns of each text; true also where it cannot be told what a view shows
   */
  async execute(dataSourceId: number, texts: readonly TracedText[], judged: readonly QualifiedName[]): Promise<readonly boolean[]> {
    const traces = texts.map((one) => new Trace(one, judged));
    const known = new Map<string, Described[]>();
    for (let open: readonly Trace[] = traces; open.length > 0;) {
      const names = [...new Set(open.flatMap((one) => one.next))].filter((name) => !known.has(name));
      for (const name of names) known.set(name, []);
      for (let at = 0; at < names.length; at += MOST_NAMES) {
        const found = (await this.describeRelations.all(dataSourceId, names.slice(at, at + MOST_NAMES))) ?? [];
        for (const one of found) known.set(folded(one.name), [...(known.get(folded(one.name)) ?? []), one]);
      }
      for (const one of open) one.follow(known);
      open = open.filter(({ next }) => next.length > 0);
    }
    return traces.map(({ isPartly }) => isPartly);
  }
}

/** The way from a text through its views. */
class Trace {
  /** Names that were not followed yet. */
  next: readonly string[];
  isPartly = false;
  private readonly asked = new Set<string>();
  private readonly views: Set<string>;
  private readonly mostViews: number;
  private readonly relations: readonly QualifiedName[];

  constructor({ text, relations }: TracedText, judged: readonly QualifiedName[]) {
    this.relations = relations;
    this.views = new Set(judged.map(keyOf));
    this.mostViews = judged.length + MOST_VIEWS;
    this.next = this.unaskedIn([text]);
  }

  follow(known: ReadonlyMap<string, readonly Described[]>): void {
    const more = this.next.flatMap((name) => known.get(name) ?? []).filter((one) => isView(one) && !this.views.has(keyOf(one)));
    for (const view of more) this.views.add(keyOf(view));
    const texts = more.flatMap(({ definition }) => definition ?? []);
    const lower = texts.map((one) => one.toLowerCase());
    this.isPartly =
      texts.length < more.length ||
      this.views.size > this.mostViews ||
      lower.some((one) => this.relations.some(({ name }) => isNamed(one, name)));
    this.next = this.isPartly ? [] : this.unaskedIn(texts);
  }

  private unaskedIn(texts: readonly string[]): readonly string[] {
    const names = new Set(texts.flatMap(namesOf));
    const unasked = [...names].filter((name) => !this.asked.has(name));
    for (const name of unasked) this.asked.add(name);
    return unasked;
  }
}

/** As they are written, and in small letters: how an engine compares letters beyond ASCII is its own affair. */
function namesOf(text: string): readonly string[] {
  return [...namesIn(text), ...namesIn(text.toLowerCase())].map(folded);
}

/** As `DescribeRelations` compares names. */
function folded(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A table of SQLite without types may be a full-text table that shows the texts of another one. */
function isView({ kind, columns, primaryKey }: Described): boolean {
  if (kind === 'view' || kind === 'materialized_view') return true;
  return primaryKey === null && columns.length > 0 && columns.every(({ type }) => type === '');
}
