import { wordsOf } from '../../shared/words.js';

/** A relation that may go into a context. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly columns: number;
  /** How many relations point to it. */
  readonly pointed: number;
  /** Ids of the candidates to which it points. */
  readonly targets: readonly string[];
  /** How well it matches each word of the question, by the index of the word. Empty for a relation that is only near a match. */
  readonly gains: ReadonlyMap<number, number>;
}

/** A gain is multiplied by this for each table that has covered the word already. */
const ONCE_MORE = 0.25;
/** A table covers a word if it has at least this share of the best gain for it. */
const TELLING = 0.5;
/** The factor for a table that is connected with a chosen one. */
const CONNECTED = 1.5;
/** The factor for a table whose name begins or ends like that of a chosen one, and that matches the question no better. */
const ALIKE = 0.3;
const LEAST_ALIKE = 3;
/**
 * If this many tables point to a table, it mostly says nothing about any of them: the author of a row, its company. It comes once every
 * word has a table if the best match points to it, otherwise after this many matches.
 */
const STAMP = { share: 0.4, least: 12, after: 8 } as const;
const MOST_PICKED = 60;
const MOST_BETWEEN = 3;

/** A candidate that may be chosen, with what does not change while others are. */
interface Match extends Candidate {
  /** The words that it covers. */
  readonly covered: readonly number[];
  /** What each word that it matches adds to its value, as long as no table has covered that word. */
  readonly worths: readonly (readonly [term: number, worth: number])[];
  readonly factor: number;
}

/**
 * The order in which tables go into a context. Each word of the question is covered before one is covered twice, and each
 * table brings the tables that connect it with those that are chosen already.
 * @param candidates hits and their neighbours, the best hits first
 * @returns their ids
 */
export function tableOrder(candidates: readonly Candidate[], relationsCount: number): string[] {
  return new TableOrder(candidates, relationsCount).ids();
}

class TableOrder {
  private readonly byId: ReadonlyMap<string, Candidate>;
  private readonly sources = new Map<string, string[]>();
  private readonly best = new Map<number, number>();
  /** The weight of a word that is already covered. */
  private readonly told = new Map<number, number>();
  private readonly families = new Families();
  private readonly byName = new Map<string, Candidate>();
  private readonly order = new Set<string>();
  /** Candidates that are connected with a chosen one. */
  private readonly connected = new Set<string>();

  constructor(
    private readonly candidates: readonly Candidate[],
    private readonly relationsCount: number,
  ) {
    this.byId = new Map(candidates.map((one) => [one.id, one]));
    for (const one of candidates) {
      const { id, name, targets, gains } = one;
      this.byName.set(wordsOf(name).join(' '), one);
      for (const target of targets) this.sources.set(target, [...(this.sources.get(target) ?? []), id]);
      for (const [term, gain] of gains) this.best.set(term, Math.max(gain, this.best.get(term) ?? 0));
      this.families.add(name);
    }
  }

  ids(): string[] {
    const picked: Match[] = [];
    let isCovering = true;
    const left = new Set(this.candidates.filter(({ gains }) => gains.size > 0).map((one) => this.matchOf(one)));
    while (left.size > 0 && picked.length < MOST_PICKED) {
      const next = this.bestOf(left);
      if (next === undefined) break;
      if (!next.isNew && isCovering) this.addTargets(picked.slice(0, 1), true);
      isCovering &&= next.isNew;
      left.delete(next.one);
      this.take(next.one, picked);
      if (picked.length === STAMP.after) this.addTargets(picked, true);
    }
    this.addTargets(picked, true);
    for (const { id } of picked) for (const near of this.near(id)) if (!this.isStamp(near)) this.order.add(near);
    for (const { id } of this.candidates) this.order.add(id);
    return [...this.order];
  }

  private matchOf(one: Candidate): Match {
    const { gains, targets, columns, pointed } = one;
    const bestOf = (term: number): number => this.best.get(term) ?? 0;
    // A table that matches two words a little must not beat two tables that each match one of them well.
    const worths = [...gains].map(([term, gain]) => [term, gain * (gain / (bestOf(term) || gain))] as const);
    const covered = [...gains].filter(([term, gain]) => gain >= TELLING * bestOf(term)).map(([term]) => term);
    // A table that only links others, and one to which no other points, come after a table that others reference.
    const onlyLinks = targets.length >= 2 && columns <= targets.length + 2;
    const factor = (this.isCopy(one) ? ALIKE : 1) * (onlyLinks ? 0.9 : 1) * (1 + Math.log1p(pointed) / 20);
    return { ...one, covered, worths, factor };
  }

  /** If several are equally good, the first. */
  private bestOf(left: ReadonlySet<Match>): { readonly one: Match; readonly isNew: boolean } | undefined {
    let best: { readonly one: Match; readonly isNew: boolean; readonly value: number } | undefined;
    for (const one of left) {
      const isNew = one.covered.some((term) => !this.told.has(term));
      if (best?.isNew === true && !isNew) continue;
      const value = this.valueOf(one);
      if (best === undefined || isNew !== best.isNew || value > best.value) best = { one, isNew, value };
    }
    return best;
  }

  private take(one: Match, picked: Match[]): void {
    const isAlone = picked.length > 0 && !this.order.has(one.id);
    this.add(one.id);
    if (isAlone) for (const id of this.pathFrom(one.id)) this.add(id);
    picked.push(one);
    this.families.take(one.name);
    for (const term of one.covered) this.told.set(term, (this.told.get(term) ?? 1) * ONCE_MORE);
    if (picked.length === 1) this.addTargets(picked, false);
  }

  private addTargets(of: readonly Candidate[], withStamps: boolean): void {
    for (const { targets } of of) for (const id of targets) if (withStamps || !this.isStamp(id)) this.add(id);
  }

  private add(id: string): void {
    this.order.add(id);
    if (!this.isStamp(id)) for (const near of this.near(id)) this.connected.add(near);
  }

  /** The ones to which a candidate points, and the ones that point to it. */
  private near(id: string): readonly string[] {
    return [...(this.byId.get(id)?.targets ?? []), ...(this.sources.get(id) ?? [])];
  }

  private valueOf({ id, name, worths, factor }: Match): number {
    let value = 0;
    for (const [term, worth] of worths) value += worth * (this.told.get(term) ?? 1);
    if (this.connected.has(id)) return value * factor * CONNECTED;
    return value * factor * (this.families.isAlike(name) ? ALIKE : 1);
  }

  /** Whether it is a copy such as `order_backup`: linked with nothing, and named like another table with a further word, which the question lacks. */
  private isCopy({ id, name, targets, gains }: Candidate): boolean {
    if (targets.length > 0 || this.sources.has(id)) return false;
    const words = wordsOf(name);
    return [1, 2].some((more) =>
      [words.slice(0, -more), words.slice(more)].some((way) => {
        const original = way.length === 0 ? undefined : this.byName.get(way.join(' '));
        return original !== undefined && [...gains.keys()].every((term) => original.gains.has(term));
      }),
    );
  }

  private isStamp(id: string): boolean {
    const pointed = this.byId.get(id)?.pointed ?? 0;
    return pointed >= STAMP.least && pointed > STAMP.share * this.relationsCount;
  }

  /** The tables on the shortest way between a table and those that are chosen; none if the way is long. */
  private pathFrom(start: string): string[] {
    const cameFrom = new Map<string, string | null>([[start, null]]);
    let edge = [start];
    for (let step = 0; step <= MOST_BETWEEN && edge.length > 0; step += 1) {
      const next: string[] = [];
      for (const id of edge) {
        for (const near of this.near(id)) {
          if (cameFrom.has(near) || this.isStamp(near)) continue;
          cameFrom.set(near, id);
          if (this.order.has(near)) return wayBack(cameFrom, id, start);
          next.push(near);
        }
      }
      edge = next;
    }
    return [];
  }
}

function wayBack(cameFrom: ReadonlyMap<string, string | null>, from: string, start: string): string[] {
  const path: string[] = [];
  for (let at: string | null = from; at !== null && at !== start; at = cameFrom.get(at) ?? null) path.push(at);
  return path;
}

/** Finds tables whose names differ only in their first or last word, or in their numbers. */
class Families {
  private readonly keys = new Map<string, readonly string[]>();
  private readonly sizes = new Map<string, number>();
  private readonly taken = new Set<string>();

  add(name: string): void {
    const keys = keysOf(name);
    this.keys.set(name, keys);
    for (const key of keys) this.sizes.set(key, (this.sizes.get(key) ?? 0) + 1);
  }

  take(name: string): void {
    for (const key of this.keys.get(name) ?? []) this.taken.add(key);
  }

  isAlike(name: string): boolean {
    return this.keys.get(name)?.some((key) => this.taken.has(key) && (this.sizes.get(key) ?? 0) >= LEAST_ALIKE) === true;
  }
}

function keysOf(name: string): string[] {
  const words = wordsOf(name).filter((word) => !/^\d+$/.test(word));
  // The whole name counts too, because it may be the shortest of its family: `invoice` of `invoice_log` and `invoice_copy`.
  const ways = [words, words.slice(0, -1), words.slice(1)].filter((way) => way.length > 0);
  return [...new Set(ways.map((way) => way.join(' ')))];
}
