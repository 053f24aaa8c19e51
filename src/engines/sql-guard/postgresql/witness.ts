import { quoted } from '../judgement.js';
import { keyOf } from '../../../shared/qualified-name.js';
import type { RestrictedUse, Restriction } from '../restriction.js';
import type { DerivedTable } from '../derived-table.js';
import { Places } from '../statement-text.js';
import type { WrittenSpan } from '../written-statement.js';
import { held, isNode, textOf, textsOf } from './names.js';
import type { PgGrammar, TreeNode } from './pg-grammar.js';

/** As many derived tables as are remembered to be sound; each is a few thousand characters. */
const MOST_KNOWN = 500;
const known = new Set<string>();

/**
 * Reads what is about to be sent, except the inside of the derived tables, without knowing how it was made: each
 * restricted relation is read once in each span that was written for it and nowhere else.
 */
export async function isWitnessed(
  grammar: PgGrammar,
  outline: string,
  spans: readonly WrittenSpan[],
  uses: readonly RestrictedUse[],
): Promise<boolean> {
  const reading = await grammar.read(outline);
  if (reading.kind !== 'tree' || reading.statements.length !== 1) return false;
  const places = new Places(outline);
  const restricted = new Set(uses.flatMap((use) => (use.restriction === null ? [] : [keyOf(use)])));
  const found = spans.map(() => 0);
  for (const node of nodesOf(reading.statements[0])) {
    if (held(node, 'ParamRef') !== null) return false;
    const table = held(node, 'RangeVar');
    if (table === null) continue;
    const at = typeof table['location'] === 'number' ? places.ofByte(table['location']) : -1;
    const span = spans.findIndex(({ start, end }) => start <= at && at < end);
    const isRestricted = restricted.has(keyOf({ schema: textOf(table['schemaname']), name: textOf(table['relname']) }));
    // Without a schema it is a common table expression, because no schema of the source is on the search path.
    if (isRestricted !== (span !== -1)) return false;
    if (span !== -1) found[span] = (found[span] ?? 0) + 1;
  }
  return found.every((count) => count === 1);
}

/**
 * What stands within a derived table is one query of one relation that names only columns of that relation; so it is one in any
 * parentheses.
 */
export async function isSelfContained(
  grammar: PgGrammar,
  { schema, name }: Restriction,
  { columns, where }: DerivedTable,
  alias: string,
): Promise<boolean> {
  const from = `${quoted(schema, '"')}.${quoted(name, '"')} AS ${alias}`;
  const text = `SELECT ${columns} FROM ${from}${where}`;
  const key = text.replaceAll(alias, 'h');
  if (known.has(key)) return true;
  const reading = await grammar.read(text);
  if (reading.kind !== 'tree' || reading.statements.length !== 1) return false;
  const seen = { tables: 0, queries: 0 };
  for (const node of nodesOf(reading.statements[0])) {
    const table = held(node, 'RangeVar');
    const column = held(node, 'ColumnRef');
    if (held(node, 'SelectStmt') !== null) seen.queries += 1;
    if (column !== null && textsOf(column['fields'])[0] !== alias) return false;
    if (table === null) continue;
    seen.tables += 1;
    if (table['schemaname'] !== schema || table['relname'] !== name) return false;
  }
  if (seen.tables !== 1 || seen.queries !== 1) return false;
  if (known.size >= MOST_KNOWN) known.clear();
  known.add(key);
  return true;
}

export function nodesOf(tree: unknown): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item);
    else if (isNode(value)) {
      nodes.push(value);
      for (const part of Object.values(value)) if (typeof part === 'object') left.push(part);
    }
  }
  return nodes;
}
