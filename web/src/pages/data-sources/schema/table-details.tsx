import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Badge } from '../../../ui/notice';
import type { Relation } from './relation';
import styles from './schema.module.css';

const texts = catalogue(
  {
    indexes: 'Indexes',
    checks: 'Checks',
    partitions: (by: string, count: string) => `${count} partitions by ${by}`,
    definition: 'Definition of the view',
    unique: 'unique',
    where: 'where',
    more: (count: string) => `and ${count} more`,
  },
  {
    indexes: 'Indexe',
    checks: 'Prüfungen',
    partitions: (by: string, count: string) => `${count} Partitionen nach ${by}`,
    definition: 'Definition der Sicht',
    unique: 'eindeutig',
    where: 'wobei',
    more: (count: string) => `und ${count} weitere`,
  },
);

/** What is asked for less often, folded away. */
export function TableDetails({ relation }: { readonly relation: Relation }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { indexes, checks, partitions, definition } = relation;
  return (
    <>
      <Folded title={t.indexes} items={indexes}>
        {({ name, columns, unique, predicate }) => (
          <>
            <code>
              {name} ({columns.join(', ')}){predicate !== null && ` ${t.where} ${predicate}`}
            </code>{' '}
            {unique && <Badge>{t.unique}</Badge>}
          </>
        )}
      </Folded>
      <Folded title={t.checks} items={checks}>
        {({ name, expression }) => (
          <code>
            {name}: {expression}
          </code>
        )}
      </Folded>
      {partitions !== null && (
        <Folded title={t.partitions(partitions.by, number(partitions.count))} items={partitions.bounds}>
          {({ name, bound }) => (
            <code>
              {name}: {bound}
            </code>
          )}
        </Folded>
      )}
      {definition !== null && (
        <details className={styles['folded']}>
          <summary>{t.definition}</summary>
          <pre tabIndex={0}>{definition}</pre>
        </details>
      )}
    </>
  );
}

const MOST = 100;

interface FoldedProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}

function Folded<Item extends { readonly name: string }>({ title, items, children }: FoldedProps<Item>) {
  const t = useTexts(texts);
  const { number } = useFormats();
  if (items.length === 0) return null;
  return (
    <details className={styles['folded']}>
      <summary>
        {title} ({number(items.length)})
      </summary>
      <ul>
        {items.slice(0, MOST).map((item, index) => (
          <li key={`${index} ${item.name}`}>{children(item)}</li>
        ))}
        {items.length > MOST && <li>{t.more(number(items.length - MOST))}</li>}
      </ul>
    </details>
  );
}
