import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Row, Stack } from '../../../ui/layout';
import { Badge, Empty, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { texts as shared } from '../texts';
import { ColumnKeys } from './column-keys';
import { Neighbours } from './neighbours';
import { type Relation, readingRelation } from './relation';
import styles from './schema.module.css';
import { TableDetails } from './table-details';

const texts = catalogue(
  {
    rows: (count: string) => `about ${count} rows`,
    unreadable: 'not readable for the role that connects',
    goneTitle: 'This table is not known',
    gone: 'It may have been dropped, or renamed, before the schema was last read. If very many tables hold its name, look for it in the list.',
    columns: 'Columns',
    column: 'Column',
    type: 'Type',
    nullable: 'Empty allowed',
    yes: 'yes',
    no: 'no',
    keys: 'Keys',
    default: 'Default',
    labels: (values: string) => `one of ${values}`,
  },
  {
    rows: (count: string) => `etwa ${count} Zeilen`,
    unreadable: 'für die verbundene Rolle nicht lesbar',
    goneTitle: 'Diese Tabelle ist nicht bekannt',
    gone: 'Vielleicht wurde sie gelöscht oder umbenannt, bevor das Schema zuletzt gelesen wurde. Enthalten sehr viele Tabellen ihren Namen, suchen Sie sie in der Liste.',
    columns: 'Spalten',
    column: 'Spalte',
    type: 'Typ',
    nullable: 'Leer erlaubt',
    yes: 'ja',
    no: 'nein',
    keys: 'Schlüssel',
    default: 'Vorgabe',
    labels: (values: string) => `eines von ${values}`,
  },
);

interface TableSheetProps {
  readonly source: number;
  readonly schema: string;
  readonly table: string;
}

/** All that is known of one table or view. */
export function TableSheet({ source, schema, table }: TableSheetProps) {
  const t = useTexts(texts);
  const read = useQuery(readingRelation(source, { schema, table }));
  return (
    <Shown of={read}>
      {(relation) =>
        relation === null ? (
          <Empty title={t.goneTitle}>{t.gone}</Empty>
        ) : (
          <Sheet key={`${schema}\0${table}`} source={source} relation={relation} />
        )
      }
    </Shown>
  );
}

function Sheet({ source, relation }: { readonly source: number; readonly relation: Relation }) {
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
          {!relation.readable && <Badge tone="warning">{t.unreadable}</Badge>}
        </Row>
        {relation.comment !== null && <p className={styles['comment']}>{relation.comment}</p>}
        <Columns source={source} relation={relation} />
        <Neighbours source={source} relation={relation} />
        <TableDetails relation={relation} />
      </Stack>
    </section>
  );
}

const ON_A_PAGE = 100;

function Columns({ source, relation }: { readonly source: number; readonly relation: Relation }) {
  const t = useTexts(texts);
  const [page, setPage] = useState(1);
  const { columns } = relation;
  const pages = Math.ceil(columns.length / ON_A_PAGE);
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
            cell: ({ type, values }) => (
              <>
                <code>{type}</code>
                {values !== null && <div className={styles['small']}>{t.labels(values.join(', '))}</div>}
              </>
            ),
          },
          { title: t.keys, cell: ({ name }) => <ColumnKeys source={source} relation={relation} column={name} /> },
          { title: t.nullable, cell: ({ nullable }) => (nullable ? t.yes : t.no) },
          { title: t.default, cell: ({ default: value }) => value !== null && <code>{value}</code> },
        ]}
      />
      <Pager pagination={{ page, pages, total: columns.length }} onPage={setPage} />
    </>
  );
}
