import type { Column } from '../relation.js';
import { isMark, isWord, listAt, type Token, tokensOf } from '../sql-tokens.js';

/** Options that FTS3 and FTS4 accept between their columns. To them any other name before an equals sign is an error. */
const OPTIONS = [...['COMPRESS', 'CONTENT', 'LANGUAGEID', 'MATCHINFO', 'NOTINDEXED'], ...['ORDER', 'PREFIX', 'TOKENIZE', 'UNCOMPRESS']];

const VIRTUAL = /^\s*create\s+virtual/i;

/**
 * Reads from the text of its definition the columns of a virtual table whose module the engine lacks, and of an R-tree, for which the
 * engine reports other types than were written; none for anything else.
 */
export function virtualColumns(sql: string): Column[] {
  if (!VIRTUAL.test(sql)) return [];
  const tokens = tokensOf(sql);
  if (!isWord(tokens[0], 'CREATE') || !isWord(tokens[1], 'VIRTUAL')) return [];
  const using = tokens.findIndex((token) => isWord(token, 'USING'));
  const items = isMark(tokens[using + 2], '(') ? listAt(tokens, using + 2) : [];
  switch (tokens[using + 1]?.value.toLowerCase()) {
    case 'fts3':
    case 'fts4':
      return ofTextSearch(items);
    case 'rtree':
      return ofTree(items, 'REAL');
    case 'rtree_i32':
      return ofTree(items, 'INTEGER');
    default:
      return [];
  }
}

/** The module ignores types that are written there. */
function ofTextSearch(items: readonly (readonly Token[])[]): Column[] {
  const columns = items.filter(([first, second]) => {
    const isTokenizer = isWord(first, 'TOKENIZE') && second !== undefined;
    return !isTokenizer && !(isWord(first, ...OPTIONS) && isMark(second, '='));
  });
  return columns.length === 0 ? [column('content', '')] : columns.map(([first]) => column(first?.value ?? '', ''));
}

/** The columns: the number, the bounds of each dimension, and after a plus sign columns that are only stored. */
function ofTree(items: readonly (readonly Token[])[], bound: string): Column[] {
  return items.map((item, at) => {
    if (!isMark(item[0], '+')) return column(item[0]?.value ?? '', at === 0 ? 'INTEGER' : bound);
    const type = item.slice(2).map(({ value }) => value);
    return column(item[1]?.value ?? '', type.join(' '));
  });
}

function column(name: string, type: string): Column {
  return {
    name,
    type,
    nullable: true,
    default: null,
    generated: null,
    identity: null,
    comment: null,
    readable: true,
    values: null,
    valuesCut: false,
    collation: null,
    options: [],
  };
}
