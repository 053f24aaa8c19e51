import type { PlacedRelation, Violation } from '../judgement.js';
import type { RestrictedUse } from '../restriction.js';
import { type ColumnName, hidesColumns, removedNameIn } from '../removed-names.js';
import { Places } from '../statement-text.js';
import { held, textsOf } from './names.js';
import type { PgToken, TreeNode } from './pg-grammar.js';
import { nodesOf } from './witness.js';

interface ReadStatement {
  readonly sql: string;
  readonly query: TreeNode;
  readonly tokens: readonly PgToken[];
}

/** Finds the name of a column that a restriction has removed from its relation and that the server would look for in the outer query. */
export function removedName(
  { sql, query, tokens }: ReadStatement,
  relations: readonly PlacedRelation[],
  uses: readonly RestrictedUse[],
): Violation | null {
  if (!hidesColumns(uses)) return null;
  const places = new Places(sql);
  const pieces = tokens.map(({ start, end }) => {
    return { text: sql.slice(places.ofByte(start), places.ofByte(end)), start: places.ofByte(start) };
  });
  const placed = uses.map((use, index) => ({ use, position: relations[index]?.position ?? 0 }));
  const columns = nodesOf(query).flatMap((node): ColumnName[] => {
    const column = held(node, 'ColumnRef');
    const [name, qualifier] = column === null ? [] : textsOf(column['fields']).toReversed();
    if (column === null || typeof name !== 'string') return [];
    const at = typeof column['location'] === 'number' ? column['location'] : 0;
    return [{ name, qualifier: qualifier ?? null, position: places.ofByte(at) }];
  });
  return removedNameIn(pieces, placed, columns);
}
