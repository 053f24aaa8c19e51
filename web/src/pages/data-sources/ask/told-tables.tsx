import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { RelationLink } from '../schema/relation-link';
import styles from './ask.module.css';
import type { ToldTables as Tables } from './turn';

const texts = catalogue(
  {
    told: (count: string, all: string) => `Tables that the model saw: ${count} of ${all}`,
    leftOut: 'Left out:',
    more: (count: string) => `and ${count} more`,
  },
  {
    told: (count: string, all: string) => `Tabellen, die das Modell sah: ${count} von ${all}`,
    leftOut: 'Weggelassen:',
    more: (count: string) => `und ${count} weitere`,
  },
);

interface ToldTablesProps {
  readonly source: number;
  readonly tables: Tables;
}

/** The part of the schema that the statement was made from, folded away. */
export function ToldTables({ source, tables: { tables_included, tables_left_out } }: ToldTablesProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { count, names } = tables_left_out;
  return (
    <details className={styles['told']}>
      <summary>{t.told(number(tables_included.length), number(tables_included.length + count))}</summary>
      <ul>
        {tables_included.map(({ schema, name }) => (
          <li key={`${schema} ${name}`}>
            <RelationLink source={source} place={{ schema, table: name }} from="" />
          </li>
        ))}
      </ul>
      {count > 0 && (
        <p className={styles['soft']}>
          <span>{t.leftOut}</span> <span>{names.map(({ schema, name }) => `${schema}.${name}`).join(', ')}</span>
          {count > names.length && <span>{` ${t.more(number(count - names.length))}`}</span>}
        </p>
      )}
    </details>
  );
}
