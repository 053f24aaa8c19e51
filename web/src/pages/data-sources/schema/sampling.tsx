import { unwrap } from '@headgate/client';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useRead } from '../../../session/read';
import { CheckField } from '../../../ui/field';
import { Problem } from '../../../ui/notice';
import { type Relation, SAMPLED } from './relation';
import styles from './schema.module.css';

const texts = catalogue(
  {
    show: (column: string) => `Let the language model see values of ${column}`,
    waiting: 'Values come with the next discovery.',
    none: 'No value may be shown.',
    values: (values: string) => `It sees ${values}.`,
  },
  {
    show: (column: string) => `Dem Sprachmodell Werte von ${column} zeigen`,
    waiting: 'Werte kommen mit der nächsten Erfassung.',
    none: 'Kein Wert darf gezeigt werden.',
    values: (values: string) => `Es sieht ${values}.`,
  },
);

interface SamplingProps {
  readonly source: number;
  readonly relation: Relation;
  readonly column: string;
}

/** Whether the language model sees a few values of a column. What may not be sampled is refused by the service, with a sentence. */
export function Sampling({ source, relation, column }: SamplingProps) {
  const t = useTexts(texts);
  const path = { data_source_id: source };
  const { data } = useRead(SAMPLED, { params: { path } });
  const place = { schema_name: relation.schema_name, table_name: relation.name, column_name: column };
  const change = useAction(
    async (sampled: boolean) => unwrap(await headgate.PUT(SAMPLED, { params: { path }, body: { ...place, sampled } })),
    { changes: [SAMPLED] },
  );
  const on = data?.sampled_columns.find(
    (one) => one.schema_name === place.schema_name && one.table_name === place.table_name && one.column_name === column,
  );
  const refusal = change.fieldError('column_name');
  return (
    <>
      <CheckField
        label={t.show(column)}
        checked={on !== undefined}
        disabled={data === undefined || change.isRunning}
        onChange={({ target }) => change.run(target.checked)}
      />
      {on !== undefined && (
        <div className={styles['small']}>
          {on.read_at === null ? t.waiting : on.values.length === 0 ? t.none : t.values(on.values.join(', '))}
        </div>
      )}
      {refusal === undefined ? <Problem error={change.error} /> : <p role="alert">{refusal}</p>}
    </>
  );
}
