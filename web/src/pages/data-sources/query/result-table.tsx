import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { RowDialog } from './row-dialog';
import type { Cell, ResultColumn, Row, Sorting } from './sort';
import styles from './result-table.module.css';

const texts = catalogue(
  {
    caption: 'Rows of the result',
    row: 'Row',
    show: (row: string) => `Show row ${row} in full`,
    unnamed: 'unnamed',
    columns: (shown: string, all: string) => `The first ${shown} of ${all} columns are shown; open a row or download the file for all.`,
  },
  {
    caption: 'Zeilen des Ergebnisses',
    row: 'Zeile',
    show: (row: string) => `Zeile ${row} ganz zeigen`,
    unnamed: 'ohne Namen',
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
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly Row[];
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting | null) => void;
  /** Whose rows they are, if several tables are on one page. */
  readonly of?: string;
}

/** A native table of which only the rows in sight are there. */
export function ResultTable({ columns, rows, sorting, onSort, of }: ResultTableProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [top, setTop] = useState(0);
  const [open, setOpen] = useState<number | null>(null);
  const first = Math.max(0, Math.min(Math.floor(top / ROW_HEIGHT), rows.length - SEEN) - AROUND);
  const seen = rows.slice(first, first + SEEN + 2 * AROUND);
  const shown = columns.slice(0, MOST_COLUMNS);
  return (
    <>
      {columns.length > MOST_COLUMNS && <p>{t.columns(number(MOST_COLUMNS), number(columns.length))}</p>}
      <div
        className={styles['scroll']}
        role="region"
        aria-label={of === undefined ? t.caption : `${t.caption}: ${of}`}
        tabIndex={0}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <table className={styles['table']} aria-rowcount={rows.length + 1} aria-colcount={columns.length + 1}>
          <colgroup>
            <col style={{ width: '4.5rem' }} />
            {shown.map((column, index) => (
              <col key={index} style={{ width: `${widthOf(column, rows, index)}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{t.row}</th>
              {shown.map((column, index) => (
                <Head
                  key={index}
                  name={column.name === '' ? t.unnamed : column.name}
                  type={column.type}
                  isNumber={rows.some((row) => typeof row[index] === 'number')}
                  way={sorting?.column === index ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
                  onSort={() => onSort(next(sorting, index))}
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
                {shown.map((_, at) => (
                  <Value key={at} cell={row[at] ?? null} />
                ))}
              </tr>
            ))}
            <Gap rows={rows.length - first - seen.length} />
          </tbody>
        </table>
      </div>
      <RowDialog columns={columns} row={open === null ? null : (rows[open] ?? null)} place={open ?? 0} onClose={() => setOpen(null)} />
    </>
  );
}

interface HeadProps {
  readonly name: string;
  readonly type: string;
  /** Stands at the end of its column, as the numbers below do. */
  readonly isNumber: boolean;
  readonly way: 'ascending' | 'descending' | 'none';
  readonly onSort: () => void;
}

const ARROWS = { ascending: ' ↑', descending: ' ↓', none: '' } as const;

function Head({ name, type, isNumber, way, onSort }: HeadProps) {
  return (
    <th scope="col" aria-sort={way} data-number={isNumber}>
      <button type="button" onClick={onSort} title={type}>
        {name}
        <span aria-hidden="true">{ARROWS[way]}</span>
      </button>
    </th>
  );
}

function Value({ cell }: { readonly cell: Cell }) {
  if (cell === null) return <td className={styles['null']}>NULL</td>;
  return (
    <td data-number={typeof cell === 'number'} title={String(cell).slice(0, 300)}>
      {String(cell).slice(0, 300)}
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

/** Fixed, so that columns stay where they are while other rows come into sight. */
function widthOf({ name }: ResultColumn, rows: readonly Row[], column: number): number {
  const lengths = rows.slice(0, SAMPLED).map((row) => String(row[column] ?? 'NULL').length);
  return Math.min(40, Math.max(name.length + 3, 6, ...lengths)) + 3;
}
