import { Recent } from '../../shared/recent.js';
import { wordsOf } from '../../shared/words.js';
import type { ColumnTag, TagIndex, TaggedColumn } from './column-tags.js';
import { OTHER_SUBJECTS, TAG_RULES, type TagRule } from './tag-rules.js';
import { familyOf } from './type-family.js';

export interface SuggestionRelation {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly comment: string | null }[];
}

interface ForeignKey {
  readonly columns: readonly string[];
  readonly target: { readonly schema: string; readonly relation: string; readonly columns: readonly string[] };
}

export interface TagSuggestion extends ColumnTag {
  /** `null` if only a foreign key leads to the column. */
  readonly type: string | null;
  readonly reason: {
    readonly code: 'name' | 'comment' | 'type' | 'foreign_key' | 'view';
    /** What says so: words of a name or comment, a type, or another column that has the tag. */
    readonly words: readonly string[];
  };
}

const LONGEST_COMMENT = 500;
/** In characters: shorter words in comments may mean anything. */
const SHORTEST_IN_COMMENT = 4;
const MOST_WORDS = 3;
/** These are not only about people. */
const NOT_PERSONAL: ReadonlySet<string> = new Set(['secret', 'postal_address', 'ip_address', 'device_id']);

const RULES = new Map<string, TagRule[]>();
for (const rule of TAG_RULES) for (const phrase of rule.phrases) RULES.set(phrase, [...(RULES.get(phrase) ?? []), rule]);

/** What names, comments and types of columns say. Rows are never looked at. @param tagged what the relation has already */
export function suggestedByWords(relation: SuggestionRelation, tagged: readonly ColumnTag[]): TagSuggestion[] {
  const strong = relation.columns.flatMap((column) => suggestedFor(relation, column, false));
  const personal = new Set([...strong, ...tagged].flatMap((one) => (NOT_PERSONAL.has(one.tag) ? [] : [one.column])));
  return relation.columns.flatMap((column) => {
    const own = strong.filter((one) => one.column === column.name);
    const isBeside = personal.size > 1 || (personal.size === 1 && !personal.has(column.name));
    return own.length === 0 && isBeside ? suggestedFor(relation, column, true) : own;
  });
}

/** Columns that hold what tagged ones hold: on both ends of a foreign key, or the others would not join with a masked one. */
export function suggestedByKeys(
  { schema, name, columns, foreignKeys }: SuggestionRelation & { readonly foreignKeys: readonly ForeignKey[] },
  tags: TagIndex,
): TagSuggestion[] {
  return foreignKeys.flatMap(({ columns: from, target }) =>
    from.flatMap((column, index): TagSuggestion[] => {
      const to = target.columns[index];
      if (to === undefined) return [];
      const type = columns.find((one) => one.name === column)?.type ?? null;
      const here = { schema, relation: name, column };
      const there = { schema: target.schema, relation: target.relation, column: to };
      return [...carried(tags, there, here, type), ...carried(tags, here, there, null)];
    }),
  );
}

function carried(tags: TagIndex, from: TaggedColumn, to: TaggedColumn, type: string | null): TagSuggestion[] {
  return tags
    .ofRelation(from.schema, from.relation)
    .filter(({ column }) => column === from.column)
    .map(({ tag }) => ({ ...to, type, tag, reason: { code: 'foreign_key', words: [wordFor(from)] } }));
}

/** Columns of a view with the name of a tagged column of a relation that the text of the view names. */
export function suggestedByView(
  { schema, name, columns, definition }: SuggestionRelation & { readonly definition: string | null },
  tags: TagIndex,
): TagSuggestion[] {
  if (definition === null) return [];
  const text = definition.toLowerCase();
  // A name such as `id` has many tags, and a definition may have megabytes.
  const known = new Map<string, boolean>();
  const isNamed = (relation: string): boolean => {
    const isIn = known.get(relation) ?? text.includes(relation.toLowerCase());
    known.set(relation, isIn);
    return isIn;
  };
  return columns.flatMap(({ name: column, type }) =>
    tags
      .named(column)
      .filter(({ relation }) => relation !== name && isNamed(relation))
      .map((one): TagSuggestion => ({
        schema,
        relation: name,
        column,
        type,
        tag: one.tag,
        reason: { code: 'view', words: [wordFor(one)] },
      })),
  );
}

function wordFor({ schema, relation, column }: TaggedColumn): string {
  return `${schema}.${relation}.${column}`;
}

type Said = Pick<TagSuggestion, 'tag' | 'reason'>;

/** Tables have many columns of one name, and a schema is looked at again after each decision of a person. */
const SAID = new Recent<{ readonly said: Said | null }>(20_000);

/** One tag at most: a column is seldom two things. */
function suggestedFor(
  { schema, name: relation }: SuggestionRelation,
  { name: column, type, comment }: SuggestionRelation['columns'][number],
  isWeak: boolean,
): TagSuggestion[] {
  const words = comment?.slice(0, LONGEST_COMMENT) ?? null;
  const { said } = SAID.of(JSON.stringify([column, type, words, isWeak]), () => ({
    said: saidBy(column, type, words, isWeak),
  }));
  return said === null ? [] : [{ schema, relation, column, type, ...said }];
}

function saidBy(column: string, type: string, comment: string | null, isWeak: boolean): Said | null {
  const saying = (tag: string, code: 'name' | 'comment' | 'type', by: readonly string[]): Said => {
    return { tag, reason: { code, words: by } };
  };
  if (!isWeak && /^(?:inet|cidr)\b/i.test(type)) return saying('ip_address', 'type', [type]);
  if (!isWeak && /^macaddr/i.test(type)) return saying('device_id', 'type', [type]);
  const words = wordsOf(column);
  if (words.some((word) => OTHER_SUBJECTS.has(word))) return null;
  const family = familyOf(type.replace(/(?<!\[\])(?:\[\])+$/, ''));
  const fits = (rule: TagRule): boolean => (rule.isWeak === true) === isWeak && (family === null || rule.families.includes(family));
  const byName = longestPhrase(words, (rule, phrase) => fits(rule) && (rule.isWhole !== true || phrase === words.join(' ')));
  if (byName !== null) return saying(byName.tag, 'name', byName.phrase.split(' '));
  // A comment is about more than the subject of its column, so a weak or short word in it does not count.
  if (isWeak || comment === null) return null;
  const said = longestPhrase(wordsOf(comment), (rule, phrase) => fits(rule) && phrase.length >= SHORTEST_IN_COMMENT);
  return said === null ? null : saying(said.tag, 'comment', said.phrase.split(' '));
}

function longestPhrase(
  words: readonly string[],
  isMeant: (rule: TagRule, phrase: string) => boolean,
): { readonly tag: string; readonly phrase: string } | null {
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const phrase = words.slice(start, start + length).join(' ');
      const rule = RULES.get(phrase)?.find((one) => isMeant(one, phrase));
      if (rule !== undefined) return { tag: rule.tag, phrase };
    }
  return null;
}
