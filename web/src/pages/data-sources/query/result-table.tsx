import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { later } from '../../../ui/later';
import type { Arrangement } from './arrangement';
import { type ReadColumn, shownCell } from './read-columns';
import type { Cell, Row, Sorting } from './sort';
import styles from './result-table.module.css';

/** Loaded when a person opens one. */
const RowDialog = later(async () => (await import('./row-dialog')).RowDialog, null);
const ColumnDialog = later(async () => (await import('./column-dialog')).ColumnDialog, null);

const texts = catalogue(
  {
    caption: 'Rows of the result',
    row: 'Row',
    show: (row: string) => `Show row ${row} in full`,
    unnamed: 'unnamed',
    options: (column: string) => `Name and options of the column: ${column}`,
    columns: (shown: string, all: string) => `The first ${shown} of ${all} columns are shown; open a row or download the file for all.`,
  },
  {
    caption: 'Zeilen des Ergebnisses',
    row: 'Zeile',
    show: (row: string) => `Zeile ${row} ganz zeigen`,
    unnamed: 'ohne Namen',
    options: (column: string) => `Name und Optionen der Spalte: ${column}`,
    columns: (shown: string, all: string) =>
      `Gezeigt werden die ersten ${shown} von ${all} Spalten; alle stehen in der geöffneten Zeile und in der Datei.`,
  },
);

/** As in the style sheet: what is not seen is a gap of this height for each row. */
const ROW_HEIGHT = 34;
const SEEN = 15;
const AROUND = 10;
const MOST_COLUMNS = 100;
const SAMPLED = 100;

interface ResultTableProps {
  readonly of: Arrangement;
  /** Whose rows they are, if several tables are on one page. */
  readonly label?: string | undefined;
}

/** A native table that holds only the rows in sight. */
export function ResultTable({ of, label }: ResultTableProps) {
  const { columns, rows, sorting, pinned, onSort } = of;
  const t = useTexts(texts);
  const { number } = useFormats();
  const [top, setTop] = useState(0);
  const [open, setOpen] = useState<number | null>(null);
  const [about, setAbout] = useState<number | null>(null);
  const first = Math.max(0, Math.min(Math.floor(top / ROW_HEIGHT), rows.length - SEEN) - AROUND);
  const seen = rows.slice(first, first + SEEN + 2 * AROUND);
  const shown = inOrder(columns, pinned).slice(0, MOST_COLUMNS);
  return (
    <>
      {columns.length > MOST_COLUMNS && <p>{t.columns(number(MOST_COLUMNS), number(columns.length))}</p>}
      <div
        className={styles['scroll']}
        role="region"
        aria-label={label === undefined ? t.caption : `${t.caption}: ${label}`}
        tabIndex={0}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <table className={styles['table']} aria-rowcount={rows.length + 1} aria-colcount={columns.length + 1}>
          <colgroup>
            <col style={{ width: '4.5rem' }} />
            {shown.map((column) => (
              <col key={column.index} style={{ width: columnWidth(widthOf(column, rows, number), column.index === pinned) }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{t.row}</th>
              {shown.map((column) => (
                <Head
                  key={column.index}
                  column={column}
                  title={column.title === '' ? t.unnamed : column.title}
                  isPinned={column.index === pinned}
                  way={sorting?.column === column.index ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
                  onSort={() => onSort(next(sorting, column.index))}
                  onAbout={() => setAbout(column.index)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap rows={first} />
            {seen.map((row, index) => (
              <tr key={first + index} aria-rowindex={first + index + 2}>
                <th scope="row">
                  <button type="button" aria-label={t.show(number(first + index + 1))} onClick={() => setOpen(first + index)}>
                    {number(first + index + 1)}
                  </button>
                </th>
                {shown.map((column) => (
                  <Value key={column.index} column={column} cell={row[column.index] ?? null} isPinned={column.index === pinned} />
                ))}
              </tr>
            ))}
            <Gap rows={rows.length - first - seen.length} />
          </tbody>
        </table>
      </div>
      <RowDialog columns={columns} row={open === null ? null : (rows[open] ?? null)} place={open ?? 0} onClose={() => setOpen(null)} />
      <ColumnDialog column={about === null ? null : (columns[about] ?? null)} of={of} onClose={() => setAbout(null)} />
    </>
  );
}

/** The one that a person keeps in sight is the first, so that it does not wait until the others have scrolled away. */
function inOrder(columns: readonly ReadColumn[], pinned: number | null): readonly ReadColumn[] {
  return columns.toSorted((one, other) => Number(other.index === pinned) - Number(one.index === pinned));
}

interface HeadProps {
  readonly column: ReadColumn;
  readonly title: string;
  readonly isPinned: boolean;
  readonly way: 'ascending' | 'descending' | 'none';
  readonly onSort: () => void;
  readonly onAbout: () => void;
}

const ARROWS = { ascending: ' ↑', descending: ' ↓', none: '' } as const;

/** Stands at the end of its column if the values below do. Its name leaves out the options, which are not read with each cell. */
function Head({ column: { name, type, isNumber }, title, isPinned, way, onSort, onAbout }: HeadProps) {
  const t = useTexts(texts);
  return (
    <th scope="col" aria-label={title} aria-sort={way} data-number={isNumber} data-pinned={isPinned || undefined}>
      <div className={styles['head']}>
        <button type="button" onClick={onSort} title={[name, type].filter(Boolean).join(' · ')}>
          {title}
          <span aria-hidden="true">{ARROWS[way]}</span>
        </button>
        <button type="button" aria-haspopup="dialog" aria-label={t.options(title)} title={t.options(title)} onClick={onAbout}>
          ⋯
        </button>
      </div>
    </th>
  );
}

interface ValueProps {
  readonly column: ReadColumn;
  readonly cell: Cell;
  readonly isPinned: boolean;
}

function Value({ column, cell, isPinned }: ValueProps) {
  const { number } = useFormats();
  return (
    <td
      className={cell === null ? styles['null'] : undefined}
      data-number={column.isNumber}
      data-pinned={isPinned || undefined}
      // What rounding leaves out, and what the column cuts off.
      title={cell === null ? undefined : String(cell).slice(0, 300)}
    >
      {shownCell(cell, column, number).slice(0, 300)}
    </td>
  );
}

function Gap({ rows }: { readonly rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td className={styles['gap']} style={{ height: rows * ROW_HEIGHT }} />
    </tr>
  );
}

/** Up, down, as it came. */
function next(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, isDescending: false };
  return sorting.isDescending ? null : { column, isDescending: true };
}

/** One that stays in sight is no wider than in the style sheet. */
const columnWidth = (characters: number, isPinned: boolean): string =>
  isPinned ? `min(${characters}ch, max(9rem, 36vw))` : `${characters}ch`;

/** Fixed, so that columns stay where they are while other rows come into sight. */
function widthOf(column: ReadColumn, rows: readonly Row[], number: Parameters<typeof shownCell>[2]): number {
  const lengths = rows.slice(0, SAMPLED).map((row) => shownCell(row[column.index] ?? null, column, number).length);
  return Math.min(40, Math.max(column.title.length + 6, 9, ...lengths)) + 3;
}
