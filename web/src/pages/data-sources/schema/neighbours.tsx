import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Loading, Problem } from '../../../ui/notice';
import { type ForeignKey, type Relation, pointsAt, readingReferences } from './relation';
import { RelationLink } from './relation-link';
import styles from './schema.module.css';
import { useQuery } from '../../../session/queries';

const texts = catalogue(
  {
    title: 'Neighbours',
    out: 'References',
    outNone: 'No foreign key leads from here.',
    in: 'Referenced by',
    inNone: 'No foreign key leads here.',
    partly: (seen: string, total: string) =>
      `Only the first ${seen} of ${total} tables were searched. Search for the table’s name to find others.`,
    more: (count: string) => `and ${count} more`,
  },
  {
    title: 'Nachbarn',
    out: 'Verweist auf',
    outNone: 'Von hier führt kein Fremdschlüssel weg.',
    in: 'Verwiesen von',
    inNone: 'Kein Fremdschlüssel führt hierher.',
    partly: (seen: string, total: string) =>
      `Gesucht in den ersten ${seen} von ${total} Tabellen; weitere finden Sie, wenn Sie nach dem Namen dieser Tabelle suchen.`,
    more: (count: string) => `und ${count} weitere`,
  },
);

const MOST = 100;

/** Tables that foreign keys connect with this one, in both directions. */
export function Neighbours({ source, relation }: { readonly source: number; readonly relation: Relation }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { schema_name: schema, name: table, foreign_keys } = relation;
  const read = useQuery(readingReferences(source));
  const incoming = read.data?.references.filter(pointsAt({ schema, table })) ?? [];
  return (
    <section aria-label={t.title} className={styles['neighbours']}>
      <div>
        <h3>{t.out}</h3>
        {foreign_keys.length === 0 && <p>{t.outNone}</p>}
        <ul>
          {foreign_keys.map((key) => (
            <li key={`${key.name}\0${key.columns.join('\0')}`}>
              <RelationLink source={source} place={{ schema: key.target.schema_name, table: key.target.table }} from={schema} />{' '}
              <Pairs left={key.columns} right={key.target.columns} />
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3>{t.in}</h3>
        {read.isPending && <Loading />}
        <Problem error={read.error} />
        {read.data !== undefined && incoming.length === 0 && <p>{t.inNone}</p>}
        <ul>
          {incoming.slice(0, MOST).map(({ from, key }) => (
            <li key={`${from.schema}\0${from.table}\0${key.name}\0${key.columns.join('\0')}`}>
              <RelationLink source={source} place={from} from={schema} /> <Pairs left={key.columns} right={key.target.columns} />
            </li>
          ))}
          {incoming.length > MOST && <li>{t.more(number(incoming.length - MOST))}</li>}
        </ul>
        {read.data !== undefined && read.data.seen < read.data.total && (
          <p className={styles['small']}>{t.partly(number(read.data.seen), number(read.data.total))}</p>
        )}
      </div>
    </section>
  );
}

interface PairsProps {
  readonly left: ForeignKey['columns'];
  readonly right: ForeignKey['columns'];
}

function Pairs({ left, right }: PairsProps) {
  return (
    <code className={styles['small']}>
      {left.join(', ')} → {right.join(', ')}
    </code>
  );
}
