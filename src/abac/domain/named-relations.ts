import { isOfRelation } from './data-policy.js';
import { type FormerName, mayBeAny } from './former-names.js';
import { type QualifiedName, distinct, keyOf } from '../../shared/qualified-name.js';
import type { AppliedPolicy, RelationLimits, TagsOfSource } from './relation-limits.js';

/** What rules name, by itself or by tags. */
export function namedBy(policies: readonly Pick<AppliedPolicy, 'rules'>[], { tags }: Pick<TagsOfSource, 'tags'>): QualifiedName[] {
  const rules = policies.flatMap((policy) => policy.rules);
  const named = rules.flatMap((rule): QualifiedName[] => (isOfRelation(rule) ? [{ schema: rule.schema, name: rule.relation }] : []));
  // Each tag is looked at once: ten thousand rules over as many tags would hold up every other request.
  const ofRules = new Set(rules.flatMap((rule) => (isOfRelation(rule) ? [] : [rule.tag])));
  const tagged = tags.flatMap(({ tag, schema, relation }) => (ofRules.has(tag) ? [{ schema, name: relation }] : []));
  return distinct([...named, ...tagged]);
}

/** A relation that appeared when named ones had disappeared. It may be any of them, so it is hidden until all are back. */
export interface Presumed {
  readonly one: QualifiedName;
  readonly was: readonly QualifiedName[];
}

export function presumedAmong(named: readonly QualifiedName[], former: readonly FormerName[]): Presumed[] {
  const known = new Set(named.map(keyOf));
  return former.flatMap((one): Presumed[] => {
    if (one.isCertain || known.size === 0) return [];
    const appeared = { schema: one.schema, name: one.relation };
    if (mayBeAny(one)) return [{ one: appeared, was: named }];
    const was = { schema: one.wasSchema, name: one.wasRelation };
    return known.has(keyOf(was)) ? [{ one: appeared, was: [was] }] : [];
  });
}

/** @param found relations of the schema, all that were named among them */
export function stillGone(presumed: readonly Presumed[], found: readonly QualifiedName[]): readonly Presumed[] {
  const known = new Set(found.map(keyOf));
  const gone = new Map<readonly QualifiedName[], boolean>();
  return presumed.filter(({ was }) => {
    const isGone = gone.get(was) ?? was.some((name) => !known.has(keyOf(name)));
    gone.set(was, isGone);
    return isGone;
  });
}

/** A relation as if it did not exist. */
export function absent({ schema, name }: QualifiedName, policies: readonly AppliedPolicy[]): RelationLimits {
  const none = { isDenied: true, columns: [], rows: null, hidden: [], masked: [] };
  return { schema, name, ...none, policies: policies.map((one) => one.name) };
}
