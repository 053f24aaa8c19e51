import { Fragment } from 'react';
import { useFormats } from '../../../i18n/formats';
import { plural } from '../../../i18n/plural';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Badge } from '../../../ui/notice';
import { Folded } from './folded';
import { type Option, optionText, type Relation } from './relation';
import styles from './schema.module.css';

const texts = catalogue(
  {
    indexes: 'Indexes',
    checks: 'Checks',
    keys: 'Keys with a remark',
    partitions: (by: string, count: string) => `${count} ${plural('en', count, { one: 'partition', other: 'partitions' })} by ${by}`,
    definition: 'Definition of the view',
    unique: 'unique',
    where: 'where',
    unproven: 'not proven for earlier rows',
    initially_immediate: 'may be checked at the end of a transaction',
    initially_deferred: 'checked at the end of a transaction',
  },
  {
    indexes: 'Indexe',
    checks: 'Prüfungen',
    keys: 'Schlüssel mit einer Besonderheit',
    partitions: (by: string, count: string) => `${count} ${plural('de', count, { one: 'Partition', other: 'Partitionen' })} nach ${by}`,
    definition: 'Definition der Sicht',
    unique: 'eindeutig',
    where: 'wobei',
    unproven: 'für frühere Zeilen nicht nachgewiesen',
    initially_immediate: 'kann am Ende einer Transaktion geprüft werden',
    initially_deferred: 'wird am Ende einer Transaktion geprüft',
  },
);

/** Details that are needed less often, folded away. */
export function TableDetails({ relation }: { readonly relation: Relation }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { indexes, checks, partitions, definition, primary_key, unique_keys, foreign_keys } = relation;
  // What a plain key is made of stands with its columns.
  const keys = [...(primary_key === null ? [] : [primary_key]), ...unique_keys, ...foreign_keys].filter(
    ({ deferrable, validated, comment, options }) => deferrable !== 'no' || !validated || comment !== null || options.length > 0,
  );
  return (
    <>
      <Folded title={t.indexes} items={indexes}>
        {({ name, columns, unique, predicate, comment, options }) => (
          <>
            <code>
              <span>{`${name} (${columns.join(', ')})`}</span>
              {predicate !== null && <span>{` ${t.where} ${predicate}`}</span>}
            </code>{' '}
            {unique && <Badge>{t.unique}</Badge>} <Options of={options} />
            {comment !== null && <div className={styles['note']}>{comment}</div>}
          </>
        )}
      </Folded>
      <Folded title={t.checks} items={checks}>
        {({ name, expression, validated, comment, options }) => (
          <>
            <code>
              {name}: {expression}
            </code>{' '}
            {!validated && <Badge tone="warning">{t.unproven}</Badge>} <Options of={options} />
            {comment !== null && <div className={styles['note']}>{comment}</div>}
          </>
        )}
      </Folded>
      <Folded title={t.keys} items={keys}>
        {({ name, columns, deferrable, validated, comment, options }) => (
          <>
            <code>
              {name} ({columns.join(', ')})
            </code>{' '}
            {deferrable !== 'no' && <Badge>{t[deferrable]}</Badge>} {!validated && <Badge tone="warning">{t.unproven}</Badge>}{' '}
            <Options of={options} />
            {comment !== null && <div className={styles['note']}>{comment}</div>}
          </>
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

function Options({ of }: { readonly of: readonly Option[] }) {
  return of.map((option, at) => (
    <Fragment key={at}>
      <Badge isName>{optionText(option)}</Badge>{' '}
    </Fragment>
  ));
}
