import type { Needle } from './question.js';

/** A word in the name of a relation says most about its content, and a word in a comment says least. */
const WEIGHTS = { name: 4, column: 1.5, comment: 0.75, label: 1.5 } as const;
/** The weight of columns if the table's name has the word too: they are often keys to the table with just that name. */
const BESIDE_NAME = 0.25;
/** The worth of a word at the beginning or end of a longer one (`salesorder`), of its stem at the beginning of one, and inside one. */
const PARTLY = { edge: 0.8, stem: 0.6, inside: 0.4 } as const;
/** The parts of a relation in which a word stands, as they are told. Each is a bit of a posting. */
const FIELDS = ['name', 'column', 'comment', 'label'] as const;
const BITS = FIELDS.length;
const LABEL = FIELDS.indexOf('label');

export interface IndexedRelation {
  readonly ordinal: number;
  readonly name: string;
  /** How many it has. */
  readonly columns: number;
  readonly wordsCount: number;
  /** Whether an extension of the engine brought it, so that it says nothing about the data. */
  readonly isOfExtension?: boolean;
}

/** For each relation how often it has a word of the question, weighted; by the index of the word. */
export type Frequencies = ReadonlyMap<number, Float64Array>;

/** Bytes that builders which run together may still take. Words that are always noted may exceed it. */
export class Room {
  constructor(private left: number) {}

  get isUsed(): boolean {
    return this.left <= 0;
  }

  take(bytes: number): void {
    this.left -= bytes;
  }
}

/** About this many bytes an entry of the map takes besides its word, and each further posting. */
const ENTRY_BYTES = 200;
const POSTING_BYTES = 16;
/** V8 keeps the whole text in memory for a part of this length, and copies shorter ones. */
const SHORTEST_SLICE = 13;

/** Takes relations one after the other, and then makes their index. */
export class WordIndexBuilder {
  private readonly relations: IndexedRelation[] = [];
  private readonly nameLengths: number[] = [];
  private readonly families = new Map<string, number>();
  private readonly familyOf: number[] = [];
  private readonly postings = new Map<string, number[]>();

  constructor(private readonly room: Room) {}

  /**
   * Without room, only words of the name are noted: the relation stays known by it.
   * @param words of its name, columns, comments and labels, each between spaces; a reading of an older version has no labels
   */
  add(relation: IndexedRelation, words: readonly string[]): void {
    const at = this.relations.push(relation) - 1;
    this.nameLengths.push([...(words[0] ?? '').replaceAll(' ', '')].length);
    const family = relation.name.replaceAll(/[0-9]/g, '');
    this.families.set(family, this.families.get(family) ?? this.families.size);
    this.familyOf.push(this.families.get(family) ?? 0);
    for (const [field, text] of words.slice(0, BITS).entries())
      for (const word of text.split(' ')) {
        if (field > 0 && this.room.isUsed) return;
        if (word !== '') this.post(word, at, field);
      }
  }

  private post(word: string, at: number, field: number): void {
    const entries = this.postings.get(word);
    const last = entries?.at(-1);
    const posting = (at << BITS) | (1 << field);
    if (entries === undefined) {
      this.room.take(ENTRY_BYTES + 2 * word.length);
      this.postings.set(word.length < SHORTEST_SLICE ? word : Buffer.from(word).toString(), [posting]);
    } else if (last !== undefined && last >> BITS === at) entries[entries.length - 1] = last | (1 << field);
    else {
      this.room.take(POSTING_BYTES);
      entries.push(posting);
    }
  }

  finish(): WordIndex {
    return new WordIndex(this.relations, Int32Array.from(this.nameLengths), Int32Array.from(this.familyOf), this.postings);
  }
}

/** Which relations of a schema have which words. It never changes, and takes little more room than the words themselves. */
export class WordIndex {
  readonly wordsCount: number;
  /** Roughly, the bytes that it takes in memory. */
  readonly size: number;
  /** All words, a space between two, in the order of `starts`. */
  private readonly vocabulary: string;
  private readonly starts: Int32Array;
  /** Where the postings of each word begin; the last number is the end of all. */
  private readonly offsets: Int32Array;
  private readonly postings: Int32Array;

  constructor(
    readonly relations: readonly IndexedRelation[],
    private readonly nameLengths: Int32Array,
    /** Equal for relations whose names differ only in numbers. */
    readonly families: Int32Array,
    entries: ReadonlyMap<string, readonly number[]>,
  ) {
    this.vocabulary = ` ${[...entries.keys()].join(' ')} `;
    this.starts = new Int32Array(entries.size);
    this.offsets = new Int32Array(entries.size + 1);
    this.postings = new Int32Array([...entries.values()].reduce((sum, { length }) => sum + length, 0));
    let [start, offset, number] = [1, 0, 0];
    for (const [word, list] of entries) {
      this.starts[number] = start;
      this.postings.set(list, offset);
      start += word.length + 1;
      offset += list.length;
      this.offsets[(number += 1)] = offset;
    }
    this.wordsCount = relations.reduce((sum, relation) => sum + relation.wordsCount, 0);
    const names = relations.reduce((sum, { name }) => sum + 200 + 2 * name.length, 0);
    this.size = names + 2 * this.vocabulary.length + 8 * this.starts.length + 4 * this.postings.length;
  }

  /**
   * If several needles stand for one word of the question, the best match counts.
   * @param said words that count as labels do, by the name of a relation
   */
  frequencies(needles: readonly Needle[], said: ReadonlyMap<string, ReadonlySet<string>> = new Map()): Frequencies {
    const also = this.placesOf(said);
    const found = new Map<number, Float64Array>();
    const worths = new Float64Array(this.relations.length * BITS);
    for (const needle of needles) {
      // Another word that is short, and thus likely to mean something else, counts only where it is in a name.
      const fields = needle.reach === 'whole' && needle.weight < 1 ? 1 : (1 << BITS) - 1;
      const touched = new Set<number>();
      for (const [number, worth] of this.alike(needle)) this.note(number, worth, fields, worths, touched);
      for (const [word, places] of (fields & (1 << LABEL)) === 0 ? [] : also) {
        const worth = worthOf(word, needle);
        if (worth === 0) continue;
        for (const at of places) {
          const place = at * BITS + LABEL;
          touched.add(at);
          worths[place] = Math.max(worth, worths[place] ?? 0);
        }
      }
      if (touched.size === 0) continue;
      const frequencies = found.get(needle.term) ?? new Float64Array(this.relations.length);
      found.set(needle.term, frequencies);
      const length = [...needle.word].length;
      for (const at of touched) {
        const frequency = needle.weight * this.weigh(worths, at, length);
        frequencies[at] = Math.max(frequency, frequencies[at] ?? 0);
        worths.fill(0, at * BITS, at * BITS + BITS);
      }
    }
    return found;
  }

  /** By word, so that each is compared with a needle once, however many relations it is said of. */
  private placesOf(said: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly number[]> {
    const places = new Map<string, number[]>();
    if (said.size === 0) return places;
    for (const [at, { name }] of this.relations.entries())
      for (const word of said.get(name) ?? []) {
        const known = places.get(word);
        if (known === undefined) places.set(word, [at]);
        else known.push(at);
      }
    return places;
  }

  private note(number: number, worth: number, fields: number, worths: Float64Array, touched: Set<number>): void {
    for (let posting = this.offsets[number] ?? 0; posting < (this.offsets[number + 1] ?? 0); posting += 1) {
      const entry = this.postings[posting] ?? 0;
      const at = entry >> BITS;
      for (let field = 0; field < BITS; field += 1) {
        if ((entry & fields & (1 << field)) === 0) continue;
        touched.add(at);
        const place = at * BITS + field;
        worths[place] = Math.max(worth, worths[place] ?? 0);
      }
    }
  }

  /** A name counts less the more else it says. */
  private weigh(worths: Float64Array, at: number, length: number): number {
    const share = Math.min(length / Math.max(this.nameLengths[at] ?? 0, 1), 1);
    const start = at * BITS;
    const inName = worths[start] ?? 0;
    return (
      WEIGHTS.name * inName * Math.sqrt(share) +
      WEIGHTS.column * (worths[start + 1] ?? 0) * (inName > 0 ? BESIDE_NAME : 1) +
      WEIGHTS.comment * (worths[start + 2] ?? 0) +
      WEIGHTS.label * (worths[start + 3] ?? 0)
    );
  }

  /** The numbers of the words that a needle matches, with their worth. */
  private *alike({ word, stem, reach }: Needle): Generator<readonly [number: number, worth: number]> {
    const least = { whole: ` ${word} `, edge: word, part: stem }[reach];
    for (let at = this.vocabulary.indexOf(least); at >= 0;) {
      const number = this.wordAt(reach === 'whole' ? at + 1 : at);
      const start = this.starts[number] ?? 0;
      const end = (this.starts[number + 1] ?? this.vocabulary.length) - 1;
      const worth = worthOf(this.vocabulary.slice(start, end), { word, stem, reach });
      if (worth > 0) yield [number, worth];
      at = this.vocabulary.indexOf(least, end);
    }
  }

  /** The number of the word that has the character at this place. */
  private wordAt(place: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function worthOf(found: string, { word, stem, reach }: Pick<Needle, 'word' | 'stem' | 'reach'>): number {
  if (found === word) return 1;
  if (reach === 'whole') return 0;
  if (found.startsWith(word) || found.endsWith(word)) return PARTLY.edge;
  if (reach === 'edge' || !found.includes(stem)) return 0;
  return found.startsWith(stem) ? PARTLY.stem : PARTLY.inside;
}
