import { catalogue, useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { Actions, Dialog } from '../../../ui/dialog';
import { Row } from '../../../ui/layout';
import type { Arrangement } from './arrangement';
import styles from './query.module.css';
import type { ReadColumn } from './read-columns';

const texts = catalogue(
  {
    name: 'Name in the result',
    type: 'Type',
    comment: 'Comment in the database',
    unnamed: 'unnamed',
    up: 'Sort ascending',
    down: 'Sort descending',
    unsorted: 'Original order',
    pin: 'Pin to the left',
    unpin: 'Unpin',
    close: 'Close',
  },
  {
    name: 'Name im Ergebnis',
    type: 'Typ',
    comment: 'Kommentar in der Datenbank',
    unnamed: 'ohne Namen',
    up: 'Aufsteigend sortieren',
    down: 'Absteigend sortieren',
    unsorted: 'Ursprüngliche Reihenfolge',
    pin: 'Links anheften',
    unpin: 'Nicht mehr anheften',
    close: 'Schließen',
  },
);

interface ColumnDialogProps {
  readonly column: ReadColumn | null;
  readonly of: Arrangement;
  readonly onClose: () => void;
}

/** What a column is called in the database, and what can be done with it. */
export function ColumnDialog({ column, of, onClose }: ColumnDialogProps) {
  return (
    <Dialog title={column?.title ?? ''} isOpen={column !== null} onClose={onClose}>
      {column !== null && <ColumnBody column={column} of={of} onClose={onClose} />}
    </Dialog>
  );
}

function ColumnBody({ column: { index, name, type, comment }, of, onClose }: ColumnDialogProps & { readonly column: ReadColumn }) {
  const t = useTexts(texts);
  const then = (act: () => void) => (): void => {
    act();
    onClose();
  };
  const isPinned = of.pinned === index;
  return (
    <>
      <dl className={styles['facts']}>
        <div>
          <dt>{t.name}</dt>
          <dd>{name === '' ? <em>{t.unnamed}</em> : <code>{name}</code>}</dd>
        </div>
        {type !== '' && (
          <div>
            <dt>{t.type}</dt>
            <dd>
              <code>{type}</code>
            </dd>
          </div>
        )}
        {comment !== null && (
          <div>
            <dt>{t.comment}</dt>
            <dd>{comment}</dd>
          </div>
        )}
      </dl>
      <Row>
        <Button onClick={then(() => of.onSort({ column: index, isDescending: false }))}>{t.up}</Button>
        <Button onClick={then(() => of.onSort({ column: index, isDescending: true }))}>{t.down}</Button>
        {of.sorting?.column === index && <Button onClick={then(() => of.onSort(null))}>{t.unsorted}</Button>}
        <Button onClick={then(() => of.onPin(isPinned ? null : index))}>{isPinned ? t.unpin : t.pin}</Button>
        {name !== '' && <CopyButton value={name} of={name} />}
      </Row>
      <Actions>
        <Button onClick={onClose}>{t.close}</Button>
      </Actions>
    </>
  );
}
