const NAME = /"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|[\p{L}_][\p{L}\p{N}_$]*/gu;

/** All that may be a name in a statement, in lower case: also its keywords, and words in texts. */
export function namesIn(sql: string): ReadonlySet<string> {
  const found = [...sql.matchAll(NAME)].map(([all, double, back]) => double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? all);
  return new Set(found.map((name) => name.toLowerCase()));
}
