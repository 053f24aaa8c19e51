import { useFormats } from '../../../i18n/formats';
import { readColumns, shownCell } from '../query/read-columns';
import { type Origin, useCatalog } from '../query/use-catalog';
import type { Rows } from './turn';

/** A number by itself, as the service writes it: without separators, and not a part of a word. */
const NUMBER = /(?<![\p{L}\p{N}_.,])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\p{L}\p{N}_]|[.,]\d)/giu;

interface SentenceProps {
  readonly text: string;
  readonly rows: Rows | null;
  readonly origin: Origin | undefined;
}

/**
 * What was found, in words. Its numbers are those of the rows, so they are written as in the table: a quantity grouped and rounded, an
 * identifier digit by digit. A number that also stands elsewhere in the rows may mean that, and stays as it is.
 */
export function Sentence({ text, rows, origin }: SentenceProps) {
  const { number } = useFormats();
  const catalog = useCatalog(origin);
  const columns = rows === null ? [] : readColumns(rows.columns, rows.rows, catalog);
  const shown = new Map<string, string>();
  const others = new Set<string>();
  if (rows !== null) shown.set(String(rows.rows.length), number(rows.rows.length));
  for (const row of rows?.rows ?? [])
    for (const [index, cell] of row.entries()) {
      if (columns[index]?.isQuantity === true) shown.set(String(cell), shownCell(cell, columns[index], number));
      else for (const [found] of String(cell).matchAll(/\d+(?:\.\d+)?/g)) others.add(found);
    }
  const words = text.replaceAll(NUMBER, (found) => (others.has(found) ? found : (shown.get(found) ?? found)));
  return <p data-testid="sentence">{words}</p>;
}
