import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../i18n/formats';
import { plural } from '../../../i18n/plural';
import { catalogue, useTexts } from '../../../i18n/texts';
import { usePageOf } from '../../../session/place';
import { Row, Stack } from '../../../ui/layout';
import { Badge, Empty, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { texts as shared } from '../texts';
import { ColumnKeys } from './column-keys';
import { ColumnTags, ReviewColumns } from './column-tags';
import { Neighbours } from './neighbours';
import { type Relation, readingRelation } from './relation';
import { Sampling } from './sampling';
import styles from './schema.module.css';
import { TableDetails } from './table-details';
import { TableRules } from './table-rules';
import { useQuery } from '../../../session/queries';

const texts = catalogue(
  {
    rows: (count: string) => `about ${count} ${plural('en', count, { one: 'row', other: 'rows' })}`,
    draw: 'Draw with its neighbours',
    unreadableTable: 'not readable',
    unreadable: 'not readable for the role that connects',
    goneTitle: 'This table is not known',
    gone: 'It may have been dropped, or renamed, before the schema was last read. If many names contain it, look for it in the list.',
    columns: 'Columns',
    column: 'Column',
    type: 'Type',
    nullable: 'Empty allowed',
    yes: 'yes',
    no: 'no',
    tags: 'Tags',
    model: 'Language model',
    keys: 'Keys',
    default: 'Default',
    mask_null: 'masked: empty',
    mask_hash: 'masked: a hash',
    mask_last_four: 'masked: the last four characters',
    mask_year: 'masked: the first day of the year',
    labels: (values: string) => `one of ${values}`,
    collation: (name: string) => `sorted by ${name}`,
  },
  {
    rows: (count: string) => `etwa ${count} ${plural('de', count, { one: 'Zeile', other: 'Zeilen' })}`,
    draw: 'Mit ihren Nachbarn zeichnen',
    unreadableTable: 'nicht lesbar',
    unreadable: 'für die verbundene Rolle nicht lesbar',
    goneTitle: 'Diese Tabelle ist nicht bekannt',
    gone: 'Vielleicht wurde sie gelöscht oder umbenannt, bevor das Schema zuletzt gelesen wurde. Enthalten sehr viele Tabellen ihren Namen, suchen Sie sie in der Liste.',
    columns: 'Spalten',
    column: 'Spalte',
    type: 'Typ',
    nullable: 'Leer erlaubt',
    yes: 'ja',
    no: 'nein',
    tags: 'Tags',
    model: 'Sprachmodell',
    keys: 'Schlüssel',
    default: 'Vorgabe',
    mask_null: 'maskiert: leer',
    mask_hash: 'maskiert: ein Hash',
    mask_last_four: 'maskiert: die letzten vier Zeichen',
    mask_year: 'maskiert: der erste Tag des Jahres',
    labels: (values: string) => `eines von ${values}`,
    collation: (name: string) => `sortiert nach ${name}`,
  },
);

interface TableSheetProps {
  readonly source: number;
  readonly may: (permission: string) => boolean;
  readonly schema: string;
  readonly table: string;
}

/** Everything that is known about one table or view. */
export function TableSheet({ source, may, schema, table }: TableSheetProps) {
  const t = useTexts(texts);
  const read = useQuery(readingRelation(source, { schema, table }));
  return (
    <Shown of={read}>
      {(relation) =>
        relation === null ? (
          <Empty title={t.goneTitle}>{t.gone}</Empty>
        ) : (
          <Sheet key={`${schema}\0${table}`} source={source} may={may} relation={relation} />
        )
      }
    </Shown>
  );
}

interface SheetProps {
  readonly source: number;
  readonly may: (permission: string) => boolean;
  readonly relation: Relation;
}

function Sheet({ source, may, relation }: SheetProps) {
  const t = useTexts(texts);
  const kinds = useTexts(shared);
  const { number } = useFormats();
  return (
    <section className={styles['sheet']} aria-label={relation.name}>
      <Stack>
        <h2 className={styles['title']}>
          <span>{relation.schema_name}.</span>
          {relation.name}
        </h2>
        <Row>
          <Badge>{kinds[relation.kind]}</Badge>
          {relation.row_estimate !== null && <span>{t.rows(number(relation.row_estimate))}</span>}
          {relation.unreadable !== null && <Badge tone="warning">{t.unreadableTable}</Badge>}
          <Link
            to="/data-sources/$source/schema"
            params={{ source: String(source) }}
            search={{ view: 'diagram', schema: relation.schema_name, table: relation.name }}
          >
            {t.draw}
          </Link>
        </Row>
        {relation.unreadable !== null && <p>{relation.unreadable}</p>}
        {relation.comment !== null && <p className={styles['comment']}>{relation.comment}</p>}
        <Columns source={source} may={may} relation={relation} />
        {may('abac.manage') && <ReviewColumns source={source} relation={relation} />}
        <Neighbours source={source} relation={relation} />
        <TableRules relation={relation} />
        <TableDetails relation={relation} />
      </Stack>
    </section>
  );
}

const ON_A_PAGE = 100;

function Columns({ source, may, relation }: SheetProps) {
  const t = useTexts(texts);
  const asked = usePageOf('columns');
  const { columns } = relation;
  const pages = Math.ceil(columns.length / ON_A_PAGE);
  const page = Math.min(asked, pages);
  return (
    <>
      <Table
        caption={t.columns}
        rows={columns.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE)}
        keyOf={({ name }) => name}
        columns={[
          {
            title: t.column,
            cell: ({ name, comment, readable }) => (
              <>
                <code>{name}</code>
                {comment !== null && <div className={styles['note']}>{comment}</div>}
                {!readable && <Badge tone="warning">{t.unreadable}</Badge>}
              </>
            ),
          },
          {
            title: t.type,
            cell: ({ type, values, values_truncated, collation, masked }) => (
              <>
                <code>{type}</code>
                {values !== null && (
                  <div className={styles['small']}>{t.labels([...values, ...(values_truncated ? ['…'] : [])].join(', '))}</div>
                )}
                {masked !== null && <div className={styles['small']}>{t[`mask_${masked}`]}</div>}
                {collation !== null && <div className={styles['small']}>{t.collation(collation)}</div>}
              </>
            ),
          },
          { title: t.keys, cell: ({ name }) => <ColumnKeys source={source} relation={relation} column={name} /> },
          { title: t.nullable, cell: ({ nullable }) => (nullable ? t.yes : t.no) },
          // Without one it would only push the others out of sight.
          ...(columns.some(({ default: value }) => value !== null)
            ? [{ title: t.default, cell: ({ default: value }: Relation['columns'][number]) => value !== null && <code>{value}</code> }]
            : []),
          ...(may('abac.read')
            ? [
                {
                  title: t.tags,
                  cell: ({ name }: Relation['columns'][number]) => (
                    <ColumnTags source={source} relation={relation} column={name} mayTag={may('abac.manage')} />
                  ),
                },
              ]
            : []),
          ...(may('query.manage')
            ? [
                {
                  title: t.model,
                  cell: ({ name }: Relation['columns'][number]) => <Sampling source={source} relation={relation} column={name} />,
                },
              ]
            : []),
        ]}
      />
      <Pager pagination={{ page, pages, total: columns.length }} list="columns" />
    </>
  );
}
