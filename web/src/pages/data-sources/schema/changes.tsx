import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { type Read, useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Button } from '../../../ui/button';
import { Card, Row } from '../../../ui/layout';
import { Badge, Empty, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';

import { Differences } from './differences';
import { SCHEMA } from './relation';

const texts = catalogue(
  {
    snapshots: 'Snapshots',
    caption: 'Snapshots, the newest first',
    lead: 'Each state that a discovery found is kept as a snapshot. Choose two to compare them.',
    taken: 'Taken',
    found: 'Last confirmed',
    content: 'Content',
    tables: (tables: string, columns: string) => `Tables and views: ${tables}, columns: ${columns}`,
    compare: 'Compare',
    withBefore: 'With the one before',
    asEarlier: 'Take as the earlier',
    earlier: 'earlier',
    later: 'later',
    emptyTitle: 'No snapshots yet',
    empty: 'The first discovery of the schema makes one.',
  },
  {
    snapshots: 'Stände',
    caption: 'Stände, der neueste zuerst',
    lead: 'Jeder Stand, den eine Erfassung vorfindet, wird aufbewahrt. Wählen Sie zwei, um sie zu vergleichen.',
    taken: 'Entstanden',
    found: 'Zuletzt so vorgefunden',
    content: 'Inhalt',
    tables: (tables: string, columns: string) => `Tabellen und Sichten: ${tables}, Spalten: ${columns}`,
    compare: 'Vergleichen',
    withBefore: 'Mit dem vorigen',
    asEarlier: 'Als früheren nehmen',
    earlier: 'früher',
    later: 'später',
    emptyTitle: 'Noch keine Stände',
    empty: 'Die erste Erfassung des Schemas legt einen an.',
  },
);

const SNAPSHOTS = `${SCHEMA}/snapshots` as const;

type Snapshot = Read<typeof SNAPSHOTS>['snapshots'][number];

/** The states of a schema that are kept, and the differences between two of them. */
export function Changes({ source }: { readonly source: number }) {
  const t = useTexts(texts);
  const { from, to } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const navigate = useNavigate({ from: '/data-sources/$source/schema' });
  const page = usePageOf('snapshots');
  const read = useRead(SNAPSHOTS, { params: { path: { data_source_id: source }, query: { page, limit: 10 } } });
  return (
    <>
      <Differences key={`${from} ${to}`} source={source} from={from} to={to} />
      <Card title={t.snapshots}>
        <p>{t.lead}</p>
        <Shown of={read}>
          {({ snapshots, pagination }) =>
            pagination.total === 0 ? (
              <Empty title={t.emptyTitle}>{t.empty}</Empty>
            ) : (
              <>
                <Snapshots
                  snapshots={snapshots}
                  isOnly={pagination.total === 1}
                  onChosen={(chosen) =>
                    void navigate({
                      search: (before) => ({ ...before, from: undefined, to: undefined, differences: undefined, ...chosen }),
                    })
                  }
                />
                <Pager pagination={pagination} list="snapshots" />
              </>
            )
          }
        </Shown>
      </Card>
    </>
  );
}

interface SnapshotsProps {
  readonly snapshots: readonly Snapshot[];
  /** There is nothing to compare it with. */
  readonly isOnly: boolean;
  readonly onChosen: (chosen: { readonly from?: number; readonly to?: number }) => void;
}

function Snapshots({ snapshots, isOnly, onChosen }: SnapshotsProps) {
  const t = useTexts(texts);
  const { number, moment } = useFormats();
  const { from, to } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const sum = ({ schemas }: Snapshot, count: 'tables_count' | 'views_count' | 'columns_count'): number =>
    schemas.reduce((all, schema) => all + schema[count], 0);
  return (
    <Table
      caption={t.caption}
      rows={snapshots}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.taken,
          cell: ({ id, taken_at }) => (
            <>
              <span>{moment(taken_at)}</span> {id === from && <Badge>{t.earlier}</Badge>}
              {id === to && <Badge>{t.later}</Badge>}
            </>
          ),
        },
        { title: t.found, isWhen: true, cell: ({ discovered_at }) => moment(discovered_at) },
        {
          title: t.content,
          cell: (snapshot) =>
            t.tables(number(sum(snapshot, 'tables_count') + sum(snapshot, 'views_count')), number(sum(snapshot, 'columns_count'))),
        },
        ...(isOnly ? [] : [{ title: t.compare, cell: (snapshot: Snapshot) => <Chooser snapshot={snapshot} onChosen={onChosen} /> }]),
      ]}
    />
  );
}

interface ChooserProps extends Pick<SnapshotsProps, 'onChosen'> {
  readonly snapshot: Snapshot;
}

function Chooser({ snapshot: { id, taken_at }, onChosen }: ChooserProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { from, to } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const earlier = from !== undefined && from < id ? { from } : {};
  const later = to !== undefined && to > id ? { to } : {};
  const compare = 'from' in earlier ? t.compare : t.withBefore;
  return (
    <Row>
      <Button look="quiet" aria-label={`${compare}: ${moment(taken_at)}`} onClick={() => onChosen({ ...earlier, to: id })}>
        {compare}
      </Button>
      <Button look="quiet" aria-label={`${t.asEarlier}: ${moment(taken_at)}`} onClick={() => onChosen({ from: id, ...later })}>
        {t.asEarlier}
      </Button>
    </Row>
  );
}
