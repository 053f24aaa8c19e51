import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { type Read, useRead } from '../../../session/read';
import { usePlace } from '../../../session/place';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Card } from '../../../ui/layout';
import { Pager, Table } from '../../../ui/table';
import { ENGINES } from '../engines';

const texts = catalogue(
  {
    title: 'Data that stays under policies',
    lead: 'Policies or labels protected it when its data source was deleted or changed. Until it is released, only people who may activate policies may register it again.',
    name: 'Data source',
    kind: 'Kind',
    place: 'Where',
    since: 'Since',
    act: 'Release',
    release: 'Release data',
    ask: 'Release this data?',
    text: 'Then everyone who may register data sources may register it again, without policies.',
  },
  {
    title: 'Daten, die unter Regeln bleiben',
    lead: 'Regeln oder Labels schützten sie, als ihre Datenquelle gelöscht oder auf andere Daten umgestellt wurde. Nur wer Regeln aktivieren darf, darf sie wieder eintragen, bis sie freigegeben sind.',
    name: 'Datenquelle',
    kind: 'Art',
    place: 'Ort',
    since: 'Seit',
    act: 'Freigeben',
    release: 'Daten freigeben',
    ask: 'Diese Daten freigeben?',
    text: 'Dann dürfen alle, die Datenquellen eintragen dürfen, sie wieder eintragen, ohne Regeln.',
  },
);

const REMEMBERED = '/api/v1/organizations/{org_id}/remembered-data';

type Remembered = Read<typeof REMEMBERED>['remembered_data'][number];

interface RememberedCardProps {
  readonly organization: number;
  readonly mayRelease: boolean;
}

export function RememberedCard({ organization, mayRelease }: RememberedCardProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const [asked, setAsked] = useState<Remembered | null>(null);
  const [page = 1, turn] = usePlace('remembered');
  const read = useRead(REMEMBERED, { params: { path: { org_id: organization }, query: { page, limit: 20 } } });
  const release = useAction(
    async (id: number) =>
      unwrap(
        await headgate.DELETE('/api/v1/organizations/{org_id}/remembered-data/{record_id}', {
          params: { path: { org_id: organization, record_id: id } },
        }),
      ),
    {
      changes: [REMEMBERED],
      onDone: () => {
        setAsked(null);
        turn(undefined);
      },
    },
  );
  if (read.data === undefined || read.data.pagination.total === 0) return null;
  const { remembered_data: rows, pagination } = read.data;
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <Table
        caption={t.title}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { title: t.name, cell: ({ data_source_name }) => data_source_name },
          { title: t.kind, cell: ({ engine }) => ENGINES[engine] },
          { title: t.place, cell: ({ place }) => place },
          { title: t.since, isWhen: true, cell: ({ remembered_at }) => moment(remembered_at) },
          ...(mayRelease
            ? [
                {
                  title: t.act,
                  isActions: true,
                  cell: (row: Remembered) => <Button onClick={() => setAsked(row)}>{t.act}</Button>,
                },
              ]
            : []),
        ]}
      />
      <Pager pagination={pagination} list="remembered" />
      <Confirm
        title={t.ask}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        name={asked?.data_source_name}
        verb={t.release}
        onConfirm={() => asked !== null && release.run(asked.id)}
        isBusy={release.isRunning}
        error={release.error}
      >
        <p>{t.text}</p>
      </Confirm>
    </Card>
  );
}
