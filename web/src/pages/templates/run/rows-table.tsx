import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import table from '../../../ui/table.module.css';
import styles from '../templates.module.css';
import type { Answer } from './use-execution';
import { texts } from './texts';

/** As many as a person looks at; a browser draws them at once. */
const SHOWN = 200;

type Rows = NonNullable<Answer['result']>;
type Value = Rows['rows'][number][number];

/** The rows that a statement found, two hundred at a time. */
export function RowsTable({ found }: { readonly found: Rows }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [page, setPage] = useState(0);
  const from = page * SHOWN;
  const rows = found.rows.slice(from, from + SHOWN);
  if (found.rows.length === 0) return <p>{t.noRows}</p>;
  return (
    <>
      {found.truncated && <Notice tone="warning">{t.truncated}</Notice>}
      <div className={table['scroll']} role="group" aria-label={t.answer} tabIndex={0}>
        <table className={table['table']}>
          <caption>{t.answer}</caption>
          <thead>
            <tr>
              {found.columns.map(({ name, type }, index) => (
                <th key={index} scope="col" title={type}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={from + place}>
                {row.map((value, index) => (
                  <Cell key={index} value={value} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.rows.length > SHOWN && (
        <Row>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t.before}
          </Button>
          <span aria-live="polite">
            {t.rowsPage(number(from + 1), number(from + rows.length), number(found.rows.length))}
          </span>
          <Button disabled={from + SHOWN >= found.rows.length} onClick={() => setPage(page + 1)}>
            {t.after}
          </Button>
        </Row>
      )}
    </>
  );
}

function Cell({ value }: { readonly value: Value }) {
  if (value === null) return <td className={styles['null']}>NULL</td>;
  return <td className={typeof value === 'number' ? styles['number'] : undefined}>{String(value)}</td>;
}
