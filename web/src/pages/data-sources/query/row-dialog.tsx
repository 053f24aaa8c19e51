import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { Actions, Dialog } from '../../../ui/dialog';
import { harmless, tsvOf } from './csv';
import styles from './query.module.css';
import type { ReadColumn } from './read-columns';
import type { Cell, Row } from './sort';

const texts = catalogue(
  { title: (row: string) => `Row ${row}`, copy: 'Copy row', close: 'Close', unnamed: 'unnamed', empty: 'empty text' },
  { title: (row: string) => `Zeile ${row}`, copy: 'Zeile kopieren', close: 'Schließen', unnamed: 'ohne Namen', empty: 'leerer Text' },
);

interface RowDialogProps {
  readonly columns: readonly ReadColumn[];
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

/** One row with its cells in full, as the source gave them. */
export function RowDialog({ columns, row, place, onClose }: RowDialogProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const nameOf = (index: number): string => columns[index]?.title || t.unnamed;
  return (
    <Dialog title={t.title(number(place + 1))} isOpen={row !== null} onClose={onClose}>
      <dl className={styles['facts']}>
        {row?.map((cell, index) => (
          <div key={index}>
            <dt title={columns[index]?.name}>{nameOf(index)}</dt>
            <dd className={styles['fact']}>
              <Value cell={cell} />
              {cell !== null && cell !== '' && <CopyButton value={harmless(cell)} of={nameOf(index)} />}
            </dd>
          </div>
        ))}
      </dl>
      <Actions>
        {row !== null && <CopyButton value={tsvOf([row])} label={t.copy} />}
        <Button onClick={onClose}>{t.close}</Button>
      </Actions>
    </Dialog>
  );
}
