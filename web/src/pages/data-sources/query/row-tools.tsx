import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { CopyButton } from '../../../ui/copy-button';
import { TextField } from '../../../ui/field';
import type { Arrangement } from './arrangement';
import { tsvOf } from './csv';
import styles from './result-table.module.css';

const texts = catalogue(
  {
    tools: 'Rows that are shown',
    filter: 'Filter rows',
    matching: (count: string, all: string) => `Rows that match: ${count} of ${all}. Chart, file and copy hold only these.`,
    copy: 'Copy table',
  },
  {
    tools: 'Gezeigte Zeilen',
    filter: 'Zeilen filtern',
    matching: (count: string, all: string) => `Passende Zeilen: ${count} von ${all}. Diagramm, Datei und Kopie enthalten nur diese.`,
    copy: 'Tabelle kopieren',
  },
);

interface RowToolsProps {
  readonly of: Arrangement;
  /** Whose rows they are, if several tables are on one page. */
  readonly label?: string | undefined;
}

/** What can be done with the rows as a whole. */
export function RowTools({ of: { columns, rows, all, filter, onFilter }, label }: RowToolsProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  return (
    <div role="group" aria-label={label === undefined ? t.tools : `${t.tools}: ${label}`} className={styles['tools']}>
      {all > 1 && <TextField label={t.filter} type="search" value={filter} onChange={({ target }) => onFilter(target.value)} />}
      <CopyButton value={tsvOf([columns.map(({ name }) => name), ...rows])} label={t.copy} {...(label !== undefined && { of: label })} />
      <p role="status">{filter.trim() === '' ? '' : t.matching(number(rows.length), number(all))}</p>
    </div>
  );
}
