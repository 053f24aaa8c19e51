import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import styles from './schema.module.css';

const texts = catalogue({ more: (count: string) => `and ${count} more` }, { more: (count: string) => `und ${count} weitere` });

const MOST = 100;

interface FoldedProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}

/** A list that opens; nothing for an empty one. */
export function Folded<Item extends { readonly name: string }>({ title, items, children }: FoldedProps<Item>) {
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
