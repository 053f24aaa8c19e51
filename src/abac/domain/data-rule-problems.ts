import type { FieldError } from '../../shared/domain-error.js';
import { adviceFor, comparable, takesTexts } from './column-values.js';
import { type DataPolicyContent, type RowCondition, comparisonsOf, isFromPerson, isOfRelation } from './data-policy.js';
import { kindOfAttribute } from './person-attributes.js';
import type { KnownRelation } from './relation-limits.js';
import { type Sentence, say } from '../../shared/sentence.js';

/**
 * Rules that do not fit the data source as it was discovered last, with the place of each.
 * @param relations that have a name of the rules; `null` if the policy is for all data sources
 */
export function problemsWith({ rules }: Pick<DataPolicyContent, 'rules'>, relations: readonly KnownRelation[] | null): FieldError[] {
  return rules.flatMap((rule, index): FieldError[] => {
    const field = `rules[${index}]`;
    if (!isOfRelation(rule)) return [];
    if (relations === null)
      return [{ field, message: 'A relation belongs to one data source. Name it in `data_source_id`, or use a tag.' }];
    const own = relations.find(({ schema, name }) => schema === rule.schema && name === rule.relation);
    if (own === undefined) {
      const message = say('The data source has no relation {relation}. Discover it again if the relation is new.', {
        relation: `${rule.schema}.${rule.relation}`,
      });
      return [{ field: `${field}.relation`, message }];
    }
    if (rule.kind === 'column')
      return hasColumn(own, rule.column) ? [] : [{ field: `${field}.column`, message: missing(own, rule.column) }];
    if (rule.kind === 'relation') return [];
    return [...comparisonsOf(rule.where, `${field}.where`)].flatMap(({ place, one }) => problemsOf(place, one, own));
  });
}

function problemsOf(place: string, condition: Extract<RowCondition, { column: string }>, relation: KnownRelation): FieldError[] {
  const { column } = condition;
  const known = relation.columns.find(({ name }) => name === column);
  if (known === undefined) return [{ field: `${place}.column`, message: missing(relation, column) }];
  const { type } = known;
  if (condition.operator === 'is_null') return [];
  const given = condition.operator === 'in' ? condition.values : condition.value;
  const field = `${place}.${condition.operator === 'in' ? 'values' : 'value'}`;
  if (isFromPerson(given)) {
    const kind = kindOfAttribute(given.attribute);
    if (kind === null)
      return [
        {
          field: `${field}.attribute`,
          message: say('There is no attribute {attribute} of a person to compare with. Those of members begin with `own.`.', {
            attribute: given.attribute,
          }),
        },
      ];
    if (!takesTexts(known)) {
      const message = say(
        '{attribute} is text and cannot be compared with {column}, which is {type}. Compare {column} with true or false.',
        {
          attribute: given.attribute,
          column,
          type,
        },
      );
      return [{ field: `${field}.attribute`, message }];
    }
    return kind === 'list' && condition.operator !== 'in'
      ? [{ field: `${place}.operator`, message: say('{attribute} is a list: compare it by `in`.', { attribute: given.attribute }) }]
      : [];
  }
  const wrong = [given].flat().find((value) => comparable(known, value) === null);
  if (wrong === undefined) return [];
  const message = say('{value} cannot be compared with {column}, which is {type}.{advice}', {
    value: JSON.stringify(wrong),
    column,
    type,
    advice: adviceFor(known, wrong),
  });
  return [{ field, message }];
}

function hasColumn({ columns }: KnownRelation, column: string): boolean {
  return columns.some(({ name }) => name === column);
}

function missing({ schema, name }: KnownRelation, column: string): Sentence {
  return say('{relation} has no column {column}. Discover the data source again if it is new.', { relation: `${schema}.${name}`, column });
}
