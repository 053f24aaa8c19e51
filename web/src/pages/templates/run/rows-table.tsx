import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Notice } from '../../../ui/notice';
import { ResultTable } from '../../data-sources/query/result-table';
import { type Sorting, sorted } from '../../data-sources/query/sort';
import { texts } from './texts';
import type { Answer } from './use-execution';

/** The rows that a statement found. */
export function RowsTable({ found: { columns, rows, truncated } }: { readonly found: NonNullable<Answer['result']> }) {
  const t = useTexts(texts);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  if (rows.length === 0) return <p>{t.noRows}</p>;
  return (
    <>
      {truncated && <Notice tone="warning">{t.truncated}</Notice>}
      <ResultTable columns={columns} rows={sorted(rows, columns, sorting)} sorting={sorting} onSort={setSorting} />
    </>
  );
}
