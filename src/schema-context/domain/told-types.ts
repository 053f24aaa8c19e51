import type { Relation } from '../../engines/catalog-reader/relation.js';

/** As people declare it: MariaDB has no type for JSON, and keeps a text with a check. */
export function asTold(relation: Relation): Relation {
  const documents = new Set(relation.checks.flatMap(({ expression }) => documentIn(expression)));
  if (documents.size === 0) return relation;
  const columns = relation.columns.map((column) =>
    column.type === 'longtext' && documents.has(column.name) ? { ...column, type: 'json' } : column,
  );
  return { ...relation, columns };
}

function documentIn(expression: string): readonly string[] {
  const [, name] = /^\(?json_valid\(`((?:[^`]|``)+)`\)\)?$/i.exec(expression) ?? [];
  return name === undefined ? [] : [name.replaceAll('``', '`')];
}
