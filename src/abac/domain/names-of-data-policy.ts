import type { FieldError } from '../../shared/domain-error.js';
import { comparable, takesTexts } from './column-values.js';
import { type NumberedRule, comparisonsOf, isFromPerson, isOfRelation } from './data-policy.js';
import type { DataPolicyProblem, PolicyProblem } from './policy-problem.js';
import type { KnownRelation } from './relation-limits.js';
import { type KnownNames, type UnknownName, nearestIn, problemOf } from './unknown-names.js';
import { say } from '../../shared/sentence.js';

/** Values that a message shows. */
const MOST_SHOWN = 3;

/** An unknown name, and the field of the data policy that has it. */
export interface UnknownNameAt {
  readonly field: string;
  readonly unknown: UnknownName;
}

/** As warnings; those of the condition have their place in it. @param ofCondition warnings of Cedar */
export function namesAsWarnings(
  appliesWhen: string | null,
  names: readonly UnknownNameAt[],
  ofCondition: readonly PolicyProblem[],
): readonly DataPolicyProblem[] {
  return [
    ...ofCondition.map((warning) => ({ ...warning, field: 'applies_when' })),
    ...names.map(({ field, unknown }) => {
      if (field === 'applies_when') return { ...problemOf(appliesWhen ?? '', unknown), field };
      const { message, hint } = unknown;
      return { field, message, hint, line: null, column: null, length: null };
    }),
  ];
}

/** Names in the rules that do not exist: tags of columns, and attributes of members with which rows are compared. */
export function unknownInRules(
  rules: readonly NumberedRule[],
  { own }: Pick<KnownNames, 'own'>,
  tags: readonly string[],
): readonly UnknownNameAt[] {
  return rules.flatMap(({ index, rule }): UnknownNameAt[] => {
    if (rule.kind === 'tag') {
      const { tag } = rule;
      if (tags.includes(tag)) return [];
      const message = say('No column has the tag {tag} yet, so this rule hides nothing now. Tag the columns, or correct the name.', {
        tag,
      });
      const unknown = { kind: 'tag', name: tag, isGone: false, message, hint: nearestIn(tag, tags) } as const;
      return [{ field: `rules[${index}].tag`, unknown }];
    }
    return attributesOf({ index, rule }).flatMap(({ field, attribute }): UnknownNameAt[] => {
      const name = ownNameOf(attribute);
      if (name === null || Object.hasOwn(own, name)) return [];
      const message = say(
        'No member has the attribute {name}, so statements over this table are refused. Set it for members, or correct the name.',
        { name },
      );
      const hint = nearestIn(name, Object.keys(own));
      return [{ field, unknown: { kind: 'attribute', name, isGone: false, message, hint } }];
    });
  });
}

/** Values that members have, and that cannot be compared with the column: their statements are refused. */
export function unfitInRules(
  rules: readonly NumberedRule[],
  relations: readonly KnownRelation[],
  { own }: Pick<KnownNames, 'own'>,
): readonly (FieldError & { readonly attribute: string })[] {
  return rules.flatMap((one) =>
    attributesOf(one).flatMap(({ field, attribute, column, schema, relation }) => {
      const known = relations
        .find((other) => other.schema === schema && other.name === relation)
        ?.columns.find(({ name }) => name === column);
      // A rule that cannot compare with any text is outdated.
      if (known === undefined || !takesTexts(known)) return [];
      const name = ownNameOf(attribute);
      const held = name !== null && Object.hasOwn(own, name) ? (own[name] ?? []) : [];
      const unfit = held.filter((value) => comparable(known, value) === null);
      if (unfit.length === 0) return [];
      const shown = unfit.slice(0, MOST_SHOWN).map((value) => JSON.stringify(value));
      const more = unfit.length > shown.length ? say(' and {count} more', { count: unfit.length - shown.length }) : '';
      const message = say(
        'Members have values of {attribute} that cannot be compared with {column}, which is {type}: {values}{more}. Statements of these members over {relation} are refused. Correct the attributes, or the rule.',
        { attribute, column, type: known.type, values: shown, more, relation: `${schema}.${relation}` },
      );
      return [{ field, attribute, message }];
    }),
  );
}

function attributesOf({ index, rule }: NumberedRule) {
  if (!isOfRelation(rule) || rule.kind !== 'rows') return [];
  const { schema, relation } = rule;
  return [...comparisonsOf(rule.where, `rules[${index}].where`)].flatMap(({ place, one }) => {
    const [member, given] = one.operator === 'in' ? ['values', one.values] : ['value', one.operator === 'is_null' ? null : one.value];
    if (!isFromPerson(given)) return [];
    return [{ field: `${place}.${member}.attribute`, attribute: given.attribute, column: one.column, schema, relation }];
  });
}

/** `null` for attributes that every account has, and for those that a directory sends. */
function ownNameOf(attribute: string): string | null {
  return attribute.startsWith('own.') ? attribute.slice('own.'.length) : null;
}
