import type { Fixed } from '../../shared/sentence.js';
import type { Unprepared } from '../../shared/unprepared.js';

const KINDS = ['verified_pair', 'glossary_term'] as const;

export type Kind = (typeof KINDS)[number];

/** `stale`: the schema has changed since a person checked it; `broken`: the guard refuses its SQL, and no model gets it. */
export const STATES = ['valid', 'stale', 'broken'] as const;

type State = (typeof STATES)[number];

/** What people write about it. */
export interface Content {
  /** The question of a pair, or the word that is explained. */
  readonly name: string;
  /** What the word means; `null` for a pair. */
  readonly definition: string | null;
  /** Further words for it. */
  readonly synonyms: readonly string[];
  /** The statement of a pair, or how a metric is computed; `null` for a word that is not a metric. */
  readonly sql: string | null;
}

/** Knowledge about a data source that people have verified. */
export interface Entry extends Content {
  readonly id: number;
  readonly organizationId: number;
  readonly dataSourceId: number;
  readonly kind: Kind;
  readonly state: State;
  /** Why it is broken, in a sentence. */
  readonly problem: string | null;
  /** The snapshot of the schema that its SQL was judged by; `null` before the first. */
  readonly checkedSnapshotId: number | null;
  /** Why the source did not prepare its SQL when it was saved; `null` if it did, or for an entry without SQL. */
  readonly unprepared: Unprepared | null;
  /** Rises with each change, from 1; what `If-Match` compares. */
  readonly version: number;
  /** The account that changed it last. */
  readonly changedBy: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/** One saved version; it never changes. */
export interface EntryVersion extends Content, Pick<Entry, 'version' | 'changedBy' | 'changedAt'> {}

const NAMES = { verified_pair: 'Verified pair', glossary_term: 'Glossary term' } as const satisfies Readonly<Record<Kind, Fixed>>;

/** The beginning of messages about it. */
export function nameOf(kind: Kind): Fixed {
  return NAMES[kind];
}
