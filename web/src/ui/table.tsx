import type { FormEvent, ReactNode } from 'react';
import { useFormats } from '../i18n/formats';
import { catalogue, useTexts } from '../i18n/texts';
import { LIST, usePlace } from '../session/place';
import { Button } from './button';
import { Row } from './layout';
import styles from './table.module.css';

const texts = catalogue(
  {
    before: 'Previous page',
    after: 'Next page',
    place: (page: string, pages: string, total: string) => `Page ${page} of ${pages}, ${total} in all`,
  },
  {
    before: 'Vorige Seite',
    after: 'Nächste Seite',
    place: (page: string, pages: string, total: string) => `Seite ${page} von ${pages}, insgesamt ${total}`,
  },
);

export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  /** What can be done with a row: the last column, at the end of each line. */
  readonly isActions?: boolean;
  /** A day or a time, which is not broken into lines. */
  readonly isWhen?: boolean;
}

interface TableProps<Item> {
  /** Says what the table holds, to those who hear it. */
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
}

export function Table<Item>({ caption, columns, rows, keyOf }: TableProps<Item>) {
  return (
    <div className={styles['scroll']} role="group" aria-label={caption} tabIndex={0} ref={markFitting}>
      <table className={styles['table']}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isActions }) => (
              <th key={title} scope="col" className={isActions === true ? styles['actions'] : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map(({ title, cell, isActions, isWhen }, index) =>
                index === 0 ? (
                  <th key={title} scope="row" data-when={isWhen}>
                    {cell(item)}
                  </th>
                ) : (
                  <td key={title} className={isActions === true ? styles['actions'] : undefined} data-when={isWhen}>
                    {cell(item)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Only a list that is wider than its place scrolls by itself. The head of any other one stays in view while the page scrolls. */
export function markFitting(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  const observer = new ResizeObserver(() => {
    list.toggleAttribute(
      'data-fits',
      [...list.children].every((one) => one.scrollWidth <= list.clientWidth),
    );
  });
  for (const element of [list, ...list.children]) observer.observe(element);
  return () => observer.disconnect();
}

interface PagerProps {
  readonly pagination: {
    readonly page: number;
    readonly pages: number;
    readonly total: number;
  };
  /** Its name in the address; only the first list of a page needs none. */
  readonly list?: string;
  /** For a list that no address finds again, such as the preview of what is not saved. */
  readonly onPage?: ((page: number) => void) | undefined;
}

export function Pager({ pagination, list = LIST, onPage }: PagerProps) {
  const t = useTexts(texts);
  const [, go] = usePlace(list);
  const turn = onPage ?? go;
  const { number } = useFormats();
  const { page, pages, total } = pagination;
  // What the last page had may be gone since the address named it.
  if (pages <= 1 && page <= 1) return null;
  return (
    <div className={styles['pager']}>
      <span aria-live="polite">{t.place(number(page), number(pages), number(total))}</span>
      <Row>
        <Button disabled={page <= 1} onClick={() => turn(page - 1)}>
          {t.before}
        </Button>
        <Button disabled={page >= pages} onClick={() => turn(page + 1)}>
          {t.after}
        </Button>
      </Row>
    </div>
  );
}

interface FiltersProps {
  readonly label?: string;
  /** Left out where each field filters by itself. */
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
}

/** The fields that filter a list, in one line where there is room, and their button last. */
export function Filters({ label, onSubmit, children }: FiltersProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <form role="search" aria-label={label} className={styles['filters']} onSubmit={submit}>
      {children}
    </form>
  );
}
