import {
  type Check,
  type Column,
  type Constraint,
  type EngineIds,
  type ForeignKey,
  type Index,
  type Key,
  NOTHING_FURTHER,
  PLAIN_CONSTRAINT,
  type Relation,
} from './relation.js';

/** What is not usual about a part, with its place in its list. */
type Unusual<Part> = readonly (readonly [place: number, facts: Partial<Part>])[];

/** What is kept apart from `detail`, whose hash has to stay comparable with those of snapshots from before this was read. */
export interface FurtherFacts extends Partial<
  Pick<Relation, 'exclusionConstraints' | 'triggers' | 'rowSecurity' | 'parents' | 'foreign' | 'options'>
> {
  readonly columns?: Unusual<Column>;
  /** Not part of the hash: what older versions have read has none. */
  readonly fields?: Unusual<Column>;
  readonly primaryKey?: Unusual<Constraint>;
  readonly foreignKeys?: Unusual<Constraint>;
  readonly uniqueKeys?: Unusual<Constraint>;
  readonly checks?: Unusual<Constraint>;
  readonly indexes?: Unusual<Index>;
}

export type StoredIds = Partial<Omit<EngineIds, 'self'>>;

const COLUMN: Pick<Column, 'valuesCut' | 'collation' | 'options' | 'otherExpressions'> = {
  valuesCut: false,
  collation: null,
  options: [],
  otherExpressions: undefined,
};
const INDEX: Pick<Index, 'comment' | 'options'> = { comment: null, options: [] };

export function furtherFactsOf(relation: Relation): FurtherFacts {
  const { exclusionConstraints, triggers, rowSecurity, parents, foreign, options, primaryKey } = relation;
  return withoutEmpty({
    columns: unusual(relation.columns, COLUMN),
    primaryKey: unusual(primaryKey === null ? [] : [primaryKey], PLAIN_CONSTRAINT),
    foreignKeys: unusual(relation.foreignKeys, PLAIN_CONSTRAINT),
    uniqueKeys: unusual(relation.uniqueKeys, PLAIN_CONSTRAINT),
    checks: unusual(relation.checks, PLAIN_CONSTRAINT),
    indexes: unusual(relation.indexes, INDEX),
    exclusionConstraints,
    triggers,
    rowSecurity,
    parents,
    foreign,
    options,
  });
}

/** Fields of composite types, by the place of the column. */
export function fieldsOf({ columns }: Relation): Pick<FurtherFacts, 'fields'> {
  return withoutEmpty({ fields: columns.flatMap(({ fields = [] }, place) => (fields.length === 0 ? [] : [[place, { fields }] as const])) });
}

export function storedIdsOf({ ids }: Relation): StoredIds | null {
  if (ids === null) return null;
  const { self: _self, ...parts } = ids;
  return withoutEmpty(parts);
}

type Traits = keyof Omit<Constraint, 'name'>;

/** What `detail` keeps of a key, a check or an index: the members that it always kept, in their order. */
export function core<Part extends Index | Constraint>(part: Part): Omit<Part, Traits> {
  const kept: Partial<Record<Traits, unknown>> = { ...part };
  delete kept.deferrable;
  delete kept.validated;
  delete kept.comment;
  delete kept.options;
  return kept as Omit<Part, Traits>;
}

type Core<Part> = Omit<Part, Traits | 'valuesCut' | 'collation' | 'otherExpressions'>;

/** What `detail` and the columns beside it hold of a relation. */
export interface CoreRelation extends Omit<
  Relation,
  ('columns' | 'primaryKey' | 'foreignKeys' | 'uniqueKeys' | 'checks' | 'indexes' | 'complete' | 'ids') | keyof typeof NOTHING_FURTHER
> {
  readonly columns: readonly (Core<Column> & Pick<Column, 'comment'>)[];
  readonly primaryKey: Core<Key> | null;
  readonly foreignKeys: readonly Core<ForeignKey>[];
  readonly uniqueKeys: readonly Core<Key>[];
  readonly checks: readonly Core<Check>[];
  readonly indexes: readonly Core<Index>[];
}

/** @param facts `null` for a relation whose facts were not asked for */
export function withFurtherFacts(
  relation: CoreRelation,
  facts: FurtherFacts | null,
  engineId: string | null,
  ids: StoredIds | null,
): Relation {
  const { columns = [], fields = [], primaryKey, foreignKeys, uniqueKeys, checks, indexes, ...whole } = facts ?? {};
  const [key = null] = relation.primaryKey === null ? [] : filled([relation.primaryKey], PLAIN_CONSTRAINT, primaryKey);
  return {
    ...NOTHING_FURTHER,
    options: null,
    ...relation,
    ...whole,
    columns: filled(relation.columns, COLUMN, [...columns, ...fields]),
    primaryKey: key,
    foreignKeys: filled(relation.foreignKeys, PLAIN_CONSTRAINT, foreignKeys),
    uniqueKeys: filled(relation.uniqueKeys, PLAIN_CONSTRAINT, uniqueKeys),
    checks: filled(relation.checks, PLAIN_CONSTRAINT, checks),
    indexes: filled(relation.indexes, INDEX, indexes),
    complete: facts !== null,
    ids: engineId === null || ids === null ? null : { ...NO_IDS, ...ids, self: engineId },
  };
}

const NO_IDS: Omit<EngineIds, 'self'> = {
  columns: [],
  primaryKey: [],
  foreignKeys: [],
  uniqueKeys: [],
  checks: [],
  exclusionConstraints: [],
  indexes: [],
  triggers: [],
  policies: [],
  foreignKeyTargets: [],
  parents: [],
};

function unusual<Facts extends object>(parts: readonly Facts[], usual: Partial<Facts>): Unusual<Facts> {
  const members = Object.entries(usual) as [keyof Facts, unknown][];
  return parts.flatMap((part, place) => {
    const facts = members
      .filter(([name, value]) => part[name] !== value && !isEmpty(part[name]))
      .map(([name]) => [name, part[name]] as const);
    return facts.length === 0 ? [] : [[place, Object.fromEntries(facts) as Partial<Facts>] as const];
  });
}

function filled<Part extends object, Usual extends object>(
  parts: readonly Part[],
  usual: Usual,
  facts: Unusual<object> = [],
): (Part & Usual)[] {
  const all = parts.map((part) => ({ ...part, ...usual }));
  for (const [place, some] of facts) {
    const part = all[place];
    if (part !== undefined) Object.assign(part, some);
  }
  return all;
}

function withoutEmpty<T extends object>(facts: T): Partial<T> {
  const kept = Object.entries(facts).filter(([, value]) => value !== null && !isEmpty(value));
  return Object.fromEntries(kept) as Partial<T>;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
