import { useTexts } from '../../../i18n/texts';
import { Table } from '../../../ui/table';
import type { Content } from './content';
import styles from '../templates.module.css';
import { texts } from './texts';

interface Difference {
  readonly field: keyof Content;
  readonly one: unknown;
  readonly other: unknown;
}

interface VersionDifferencesProps {
  readonly caption: string;
  readonly titles: readonly [string, string];
  readonly differences: readonly Difference[];
}

/** What differs, side by side. */
export function VersionDifferences({ caption, titles: [first, second], differences }: VersionDifferencesProps) {
  const t = useTexts(texts);
  return (
    <Table
      caption={caption}
      rows={differences}
      keyOf={({ field }) => field}
      columns={[
        { title: t.field, cell: ({ field }) => t[field] },
        { title: first, cell: ({ one }) => <FieldValue value={one} /> },
        { title: second, cell: ({ other }) => <FieldValue value={other} /> },
      ]}
    />
  );
}

/** A value as a person compares it. */
export function FieldValue({ value }: { readonly value: unknown }) {
  return <pre className={styles['text']}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>;
}
