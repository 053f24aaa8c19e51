import { useMemo, useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { usePlace } from '../../../session/place';
import { type ReadColumn, readColumns, shownCell } from './read-columns';
import { type ResultColumn, type Row, type Sorting, sorted } from './sort';
import { type Origin, useCatalog } from './use-catalog';

/** How a person looks at a result: which of its rows, in which order, with which column always in sight. */
export interface Arrangement {
  readonly columns: readonly ReadColumn[];
  /** Those that match, in order. */
  readonly rows: readonly Row[];
  readonly all: number;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting | null) => void;
  readonly pinned: number | null;
  readonly onPin: (column: number | null) => void;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

interface Found {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly Row[];
}

/**
 * @param isInAddress where a reload brings the rows back: then it brings order and column back, too. What the rows are filtered by is a
 *   part of them, which no address may hold
 */
export function useArrangement(found: Found, of: Origin | undefined, isInAddress = false): Arrangement {
  const { number } = useFormats();
  const catalog = useCatalog(of);
  const [sort, setSort] = useNumber('sort', isInAddress);
  const [pin, setPin] = useNumber('pin', isInAddress);
  const [filter, setFilter] = useState('');
  const columns = useMemo(() => readColumns(found.columns, found.rows, catalog), [found.columns, found.rows, catalog]);
  const sorting = sortingOf(sort, columns.length);
  const wanted = filter.trim().toLocaleLowerCase();
  const matching = useMemo(() => {
    if (wanted === '') return found.rows;
    const has = (text: string): boolean => text.toLocaleLowerCase().includes(wanted);
    return found.rows.filter((row) => row.some((cell, at) => has(String(cell ?? '')) || has(shownCell(cell, columns[at], number))));
  }, [found.rows, columns, wanted, number]);
  return {
    columns,
    rows: useMemo(() => sorted(matching, found.columns, sortingOf(sort, found.columns.length)), [matching, found.columns, sort]),
    all: found.rows.length,
    sorting,
    onSort: (next) => setSort(next === null ? undefined : next.column * 2 + Number(next.isDescending) + 1),
    pinned: pin === undefined || pin > columns.length ? null : pin - 1,
    onPin: (column) => setPin(column === null ? undefined : column + 1),
    filter,
    onFilter: setFilter,
  };
}

function useNumber(name: string, isInAddress: boolean): ReturnType<typeof usePlace> {
  const place = usePlace(name);
  const [kept, keep] = useState<number>();
  return isInAddress ? place : [kept, keep];
}

/** As the address has it: two numbers for each column. */
function sortingOf(sort: number | undefined, columns: number): Sorting | null {
  if (sort === undefined || sort > columns * 2) return null;
  return { column: Math.floor((sort - 1) / 2), isDescending: sort % 2 === 0 };
}
