import type { Completion } from '@codemirror/autocomplete';
import type { SQLNamespace } from '@codemirror/lang-sql';
import type { Relation } from '../schema/relation';

/**
 * What the editor completes: tables within their schemas, and by their bare name when only one schema has it. Names of
 * a database may be anything, even `__proto__`: `Object.fromEntries` takes them as they are.
 */
export function namespaceOf(relations: readonly Relation[]): SQLNamespace {
  const readable = relations.filter((relation) => relation.readable);
  const schemas = groupedBy(readable, ({ schema_name }) => schema_name);
  const bare = [...groupedBy(readable, ({ name }) => name)].flatMap(([name, [one, ...others]]) =>
    one !== undefined && others.length === 0 && !schemas.has(name)
      ? [[name, { self: tableOf(one), children: columnsOf(one) }] as const]
      : [],
  );
  const full = [...schemas].map(
    ([schema, tables]) => [schema, Object.fromEntries(tables.map((table) => [table.name, columnsOf(table)]))] as const,
  );
  return Object.fromEntries<SQLNamespace>([...bare, ...full]);
}

/** Spelt the same wherever it comes from, so that the editor recognises it as one. */
export const tableOf = ({ schema_name, name }: Relation): Completion => ({
  label: name,
  type: 'type',
  detail: schema_name,
});

function columnsOf({ columns }: Relation): readonly Completion[] {
  return columns.filter(({ readable }) => readable).map(({ name, type }) => ({ label: name, type: 'property', detail: type }));
}

function groupedBy(relations: readonly Relation[], nameOf: (relation: Relation) => string): Map<string, Relation[]> {
  const groups = new Map<string, Relation[]>();
  for (const relation of relations) {
    const group = groups.get(nameOf(relation));
    if (group === undefined) groups.set(nameOf(relation), [relation]);
    else group.push(relation);
  }
  return groups;
}
