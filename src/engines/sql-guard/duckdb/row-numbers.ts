import { lowerAscii } from './tree-walk.js';

type Node = Readonly<Record<string, unknown>>;

/** What a FROM holds, as far as it matters who has a `rowid`. */
interface From {
  /** The names of restricted relations, or their aliases. */
  readonly restricted: readonly string[];
  /** Whether something else may have a column of the name. */
  readonly hasOthers: boolean;
}

const ROWID = 'rowid';
/** A column of the name that the statement makes itself. */
const MADE = /"alias":"rowid"|"(?:column_name_alias|aliases)":\[[^\]]*"rowid"/i;
const NOTHING: From = { restricted: [], hasOthers: false };

/**
 * The place in bytes of a `rowid` that can only be that of a restricted relation, which has none. What may be meant otherwise is for
 * the engine to say.
 *
 * @param places in bytes, of the restricted relations that show no column of the name
 */
export function rowNumberIn(tree: unknown, places: ReadonlySet<number>): number | null {
  return MADE.test(JSON.stringify(tree)) ? null : found(tree, NOTHING, places);
}

function found(value: unknown, around: From, places: ReadonlySet<number>): number | null {
  if (typeof value !== 'object' || value === null) return null;
  if (isNode(value) && value.class === 'COLUMN_REF') return isRowNumber(value, around) ? Number(value.query_location) : null;
  const from = isNode(value) && 'from_table' in value ? joined(around, fromOf(value.from_table, places)) : around;
  for (const part of Object.values(value) as unknown[]) {
    const place = found(part, from, places);
    if (place !== null) return place;
  }
  return null;
}

function isRowNumber({ column_names: names }: Node, { restricted, hasOthers }: From): boolean {
  const [last, table] = (names as readonly string[]).toReversed().map(lowerAscii);
  if (last !== ROWID) return false;
  return table === undefined ? restricted.length > 0 && !hasOthers : restricted.includes(table);
}

function fromOf(table: unknown, places: ReadonlySet<number>): From {
  if (!isNode(table) || table.type === 'EMPTY') return NOTHING;
  if (table.type === 'JOIN') return joined(fromOf(table.left, places), fromOf(table.right, places));
  const isRestricted = table.type === 'BASE_TABLE' && places.has(Number(table.query_location));
  if (!isRestricted) return { restricted: [], hasOthers: true };
  return { restricted: [lowerAscii(String(table.alias || table.table_name))], hasOthers: false };
}

function joined(one: From, other: From): From {
  return {
    restricted: [...one.restricted, ...other.restricted],
    hasOthers: one.hasOthers || other.hasOthers,
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
