import { byCodeUnits } from '../../shared/by-code-units.js';
import type { Needle } from './question.js';
import type { SchemaIndex } from './schema-index.js';
import type { Frequencies } from './word-index.js';

/**
 * Parameters of BM25. K1 limits how much more a word in a name counts than one in a comment, the other one says how much long texts
 * lose: little, because the tables that matter most have many columns.
 */
const K1 = 2;
const B = 0.3;
/** How many hits of a schema may have names that differ only in numbers. */
const MOST_ALIKE = 3;

export interface WordHit {
  readonly contentId: number;
  readonly ordinal: number;
  /** What each word of the question adds to the score, by the index of the word. */
  readonly gains: ReadonlyMap<number, number>;
}

/** Which relations a schema has, and how often they have words of the question. */
interface Found {
  readonly schema: SchemaIndex;
  readonly frequencies: Frequencies;
}

interface Scored extends Found {
  /** The place of the relation in its schema. */
  readonly at: number;
  readonly name: string;
  readonly score: number;
}

/**
 * The relations with words that needles match, by BM25, the best first; only a few of many that differ only in numbers.
 * @param said words that people have said of relations, by schema and name
 */
export function searchWords(
  schemas: readonly SchemaIndex[],
  needles: readonly Needle[],
  most: number,
  said: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> = new Map(),
): WordHit[] {
  const found = schemas.map((schema): Found => {
    return { schema, frequencies: schema.words.frequencies(needles, said.get(schema.schema)) };
  });
  const gain = gainIn(found);
  return found
    .flatMap((one) => withoutAlike(one, gain))
    .sort(
      (one, other) => other.score - one.score || byCodeUnits(one.schema.schema, other.schema.schema) || byCodeUnits(one.name, other.name),
    )
    .slice(0, most)
    .map(({ schema, frequencies, at }) => {
      const gains = new Map<number, number>();
      for (const [term, values] of frequencies) {
        const own = gain(schema, term, values[at] ?? 0, at);
        if (own > 0) gains.set(term, own);
      }
      return { contentId: schema.contentId, ordinal: schema.words.relations[at]?.ordinal ?? 0, gains };
    });
}

type Gain = (schema: SchemaIndex, term: number, frequency: number, at: number) => number;

/**
 * A rare word counts for more than one that many relations have. A relation that has it only as the name of a column counts less
 * there: a word that many keys have may be the name of one table.
 */
function gainIn(found: readonly Found[]): Gain {
  const relations = found.reduce((sum, { schema }) => sum + schema.words.relations.length, 0);
  const length = found.reduce((sum, { schema }) => sum + schema.words.wordsCount, 0);
  const usualLength = Math.max(length / relations, 1);
  const having = new Map<number, number>();
  for (const { frequencies } of found)
    for (const [term, values] of frequencies) {
      const most = values.reduce((some, one) => Math.max(some, one), 0) || 1;
      having.set(term, (having.get(term) ?? 0) + values.reduce((sum, one) => sum + one, 0) / most);
    }
  const rarity = new Map([...having].map(([term, count]) => [term, Math.log(1 + (relations - count + 0.5) / (count + 0.5))]));
  return (schema, term, frequency, at) => {
    const words = schema.words.relations[at]?.wordsCount ?? 0;
    const saturation = frequency + K1 * (1 - B + (B * words) / usualLength);
    return ((rarity.get(term) ?? 0) * frequency * (K1 + 1)) / saturation;
  };
}

/** As few objects as possible are made here: a common word is in all relations. */
function withoutAlike({ schema, frequencies }: Found, gain: Gain): Scored[] {
  const { relations, families } = schema.words;
  const scores = new Float64Array(relations.length);
  // In the order of words everywhere: the same sum in another order may differ in its last digit, and ties are decided by names.
  for (const [term, values] of [...frequencies].sort(([one], [other]) => one - other))
    for (let at = 0; at < values.length; at += 1) {
      const frequency = values[at] ?? 0;
      if (frequency > 0) scores[at] = (scores[at] ?? 0) + gain(schema, term, frequency, at);
    }
  const best = new Map<number, Scored[]>();
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score === 0) continue;
    const family = families[at] ?? 0;
    const alike = best.get(family) ?? [];
    const last = alike.at(-1);
    if (alike.length === MOST_ALIKE && last !== undefined && score < last.score) continue;
    alike.push({ schema, frequencies, at, name: relations[at]?.name ?? '', score });
    alike.sort((one, other) => other.score - one.score || byCodeUnits(one.name, other.name));
    best.set(family, alike.slice(0, MOST_ALIKE));
  }
  return [...best.values()].flat();
}
