import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Actions, Dialog } from '../../../ui/dialog';
import styles from './query.module.css';
import type { Cell, ResultColumn, Row } from './sort';

const texts = catalogue(
  { title: (row: string) => `Row ${row}`, close: 'Close', unnamed: 'unnamed', empty: 'empty text' },
  { title: (row: string) => `Zeile ${row}`, close: 'Schließen', unnamed: 'ohne Namen', empty: 'leerer Text' },
);

interface RowDialogProps {
  readonly columns: readonly ResultColumn[];
  readonly row: Row | null;
  readonly place: number;
  readonly onClose: () => void;
}

/** NULL and the empty text look different from texts that somebody wrote. */
function Value({ cell }: { readonly cell: Cell }) {
  const t = useTexts(texts);
  if (cell === null) return <em>NULL</em>;
  return cell === '' ? <em>{t.empty}</em> : <span>{String(cell)}</span>;
}

/** One row with its cells in full. */
export function RowDialog({ columns, row, place, onClose }: RowDialogProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  return (
    <Dialog title={t.title(number(place + 1))} isOpen={row !== null} onClose={onClose}>
      <dl className={styles['facts']}>
        {columns.map(({ name }, index) => (
          <div key={index}>
            <dt>{name === '' ? t.unnamed : name}</dt>
            <dd>
              <Value cell={row?.[index] ?? null} />
            </dd>
          </div>
        ))}
      </dl>
      <Actions>
        <Button onClick={onClose}>{t.close}</Button>
      </Actions>
    </Dialog>
  );
}
