/** A column of a result, as it would be called in a database with only what the person may see. */
export interface WrittenColumn {
  readonly name: string;
  /** `null` if the source's own name is right. */
  readonly type: string | null;
}

/** The alias in each derived table of a statement under policies. */
const WRITTEN = /(?<!\w)h[0-9a-f]{16}(?!\w)/;
/** Whether a text holds a part of what policies have made of a statement. */
export function showsWritten(text: string): boolean {
  return WRITTEN.test(text);
}

/** The same text each time that policies rewrite one statement, although its aliases are new each time. */
export function withoutAliases(text: string): string {
  return text.replaceAll(/h[0-9a-f]{16}/g, 'h');
}

/** Longer names are cut, so they may show no more than the beginning of what was written. */
const LONGEST_NAME = 1_000;

/**
 * Engines name a column without an alias by the text of its expression. If policies wrote that text, the name from the person's own
 * statement replaces it.
 * @param written of the person's statement; `null` if it is not known
 * @returns `null` if it would show how the statement was sent
 */
export function namedAsWritten<Column extends { readonly name: string; readonly type: string }>(
  columns: readonly Column[],
  written: readonly WrittenColumn[] | null,
): readonly Column[] | null {
  const isKnown = written !== null && written.length === columns.length;
  const named = columns.map((column, index) => {
    const isOwn = !WRITTEN.test(column.name) && column.name.length < LONGEST_NAME;
    const meant = isKnown ? written[index] : undefined;
    if (meant === undefined) return isOwn ? column : null;
    const name = cut(meant.name);
    // What was discovered may have another order by now.
    if (isOwn && name !== column.name) return column;
    return { ...column, name, type: meant.type ?? column.type };
  });
  return named.some((column) => column === null) ? null : named.filter((column) => column !== null);
}

function cut(name: string): string {
  return name.slice(0, LONGEST_NAME).replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
