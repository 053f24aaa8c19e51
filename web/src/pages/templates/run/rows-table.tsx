import { useTexts } from '../../../i18n/texts';
import { Notice } from '../../../ui/notice';
import { useArrangement } from '../../data-sources/query/arrangement';
import { ResultTable } from '../../data-sources/query/result-table';
import { RowTools } from '../../data-sources/query/row-tools';
import type { Origin } from '../../data-sources/query/use-catalog';
import { texts } from './texts';
import type { Answer } from './use-execution';

interface RowsTableProps {
  readonly found: NonNullable<Answer['result']>;
  readonly origin: Origin;
}

/** The rows that a statement found. */
export function RowsTable({ found, origin }: RowsTableProps) {
  const t = useTexts(texts);
  const arrangement = useArrangement(found, origin);
  if (found.rows.length === 0) return <p>{t.noRows}</p>;
  return (
    <>
      {found.truncated && <Notice tone="warning">{t.truncated}</Notice>}
      <RowTools of={arrangement} />
      <ResultTable of={arrangement} />
    </>
  );
}
