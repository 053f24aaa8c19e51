import { isWord, tokensOf } from '../sql-tokens.js';

/** Where modules keep what is in their virtual tables; the driver itself knows those of FTS5 only. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  fts3: ['content', 'segments', 'segdir'],
  fts4: ['content', 'segments', 'segdir', 'docsize', 'stat'],
  fts5: ['data', 'idx', 'content', 'docsize', 'config'],
  rtree: ['node', 'rowid', 'parent'],
  rtree_i32: ['node', 'rowid', 'parent'],
  geopoly: ['node', 'rowid', 'parent'],
};

/** The names in lower case of the tables that are no tables of the user. */
export function shadowTables(tables: readonly { name: string; sql: string }[]): Set<string> {
  const shadows = new Set<string>();
  for (const { name, sql } of tables) {
    if (!/^\s*create\s+virtual/i.test(sql)) continue;
    const tokens = tokensOf(sql);
    const using = tokens.findIndex((token) => isWord(token, 'USING'));
    const module = tokens[using + 1]?.value.toLowerCase() ?? '';
    for (const suffix of SUFFIXES[module] ?? []) shadows.add(`${name}_${suffix}`.toLowerCase());
  }
  return shadows;
}
