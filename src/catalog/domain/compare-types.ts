import type { TypeAttribute, UserType } from '../../engines/catalog-reader/user-type.js';
import { type Difference, changes, compareNamed, same } from './schema-diff.js';

const ATTRIBUTES = ['kind', 'comment', 'base', 'nullable', 'default', 'checks', 'attributes'] as const;

interface Types {
  readonly types: readonly UserType[];
  /** Otherwise composite types were not asked for. */
  readonly areAll: boolean;
}

export function compareTypes(schemaName: string, before: Types, after: Types): Difference[] {
  const of = ({ types }: Types): readonly UserType[] =>
    before.areAll && after.areAll ? types : types.filter(({ kind }) => kind !== 'composite');
  const place = ({ name }: UserType) => ({ schemaName, name });
  const [old, now] = [
    { parts: of(before), ids: null },
    { parts: of(after), ids: null },
  ];
  return compareNamed('type', old, now, place, (a, b) => {
    const at = place(b);
    const value = (kind: Difference['kind'], values: readonly string[], others: readonly string[], side: 'from' | 'to') =>
      values.filter((label) => !others.includes(label)).map((label) => ({ kind, ...at, [side]: label }));
    const dropped = value('enum_value_dropped', a.values, b.values, 'from');
    const added = value('enum_value_added', b.values, a.values, 'to');
    const moved = !same(
      a.values.filter((label) => b.values.includes(label)),
      b.values.filter((label) => a.values.includes(label)),
    );
    return [
      ...changes('type_changed', at, inText(a), inText(b), ATTRIBUTES),
      ...dropped,
      ...added,
      ...(moved ? [{ kind: 'type_changed' as const, ...at, attribute: 'values', from: a.values, to: b.values }] : []),
    ];
  });
}

function inText(type: UserType): Omit<UserType, 'attributes'> & { readonly attributes: readonly string[] } {
  return { ...type, attributes: type.attributes.map(textOf) };
}

function textOf({ name, type, collation, comment }: TypeAttribute): string {
  const collated = collation === null ? '' : ` COLLATE ${collation}`;
  return `${name} ${type}${collated}${comment === null ? '' : ` -- ${comment}`}`;
}
