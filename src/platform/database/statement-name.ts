/**
 * The name of a prepared statement; for others, the verb and the table. Never a value, even if one was written into the text.
 */
export function nameOfStatement(sql: string | { readonly name: string }): string {
  if (typeof sql !== 'string') return sql.name;
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
  const table = /\b(?:FROM|INTO|UPDATE|TABLE)\s+"?([a-z_][a-z0-9_]*)"?/i.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
