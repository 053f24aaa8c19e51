import { useTexts } from '../../../i18n/texts';
import { Table } from '../../../ui/table';
import { type Content, isSame } from './draft';
import styles from '../templates.module.css';
import { texts } from './texts';

export interface Difference {
  readonly field: keyof Content;
  readonly one: unknown;
  readonly other: unknown;
}

export function differencesOf(one: Content, other: Content): readonly Difference[] {
  return (Object.keys(one) as (keyof Content)[])
    .filter((field) => !isSame(one[field], other[field]))
    .map((field) => ({ field, one: one[field], other: other[field] }));
}

interface TwoVersionsProps {
  readonly caption: string;
  readonly titles: readonly [string, string];
  readonly differences: readonly Difference[];
}

/** What differs, side by side. */
export function TwoVersions({ caption, titles: [first, second], differences }: TwoVersionsProps) {
  const t = useTexts(texts);
  return (
    <Table
      caption={caption}
      rows={differences}
      keyOf={({ field }) => field}
      columns={[
        { title: t.field, cell: ({ field }) => t[field] },
        { title: first, cell: ({ one }) => <Side value={one} /> },
        { title: second, cell: ({ other }) => <Side value={other} /> },
      ]}
    />
  );
}

function Side({ value }: { readonly value: unknown }) {
  return <pre className={styles['text']}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>;
}
