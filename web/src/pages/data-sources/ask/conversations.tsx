import { unwrap } from '@headgate/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { type Read, useRead } from '../../../session/read';
import { useSeenSource } from '../../../session/seen';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Row } from '../../../ui/layout';
import { Empty, Problem, Shown } from '../../../ui/notice';
import { download } from '../../../ui/secret';
import { Pager, Table } from '../../../ui/table';
import type { Source } from '../engines';
import { CONVERSATION, CONVERSATIONS } from './use-asking';

const texts = catalogue(
  {
    caption: 'Your conversations, the latest first',
    lead: 'Only you see them. They hold questions, statements and what rows looked like; rows are not kept.',
    first: 'Begun with',
    source: 'Data source',
    last: 'Last asked',
    actions: 'Actions',
    gone: 'deleted',
    export: 'Download',
    exportOf: (title: string) => `Download: ${title}`,
    delete: 'Delete',
    deleteOf: (title: string) => `Delete: ${title}`,
    deleteTitle: 'Delete this conversation?',
    deleteText: 'Its questions and statements are deleted and cannot be restored. The query history still keeps who asked what.',
    emptyTitle: 'You have not asked anything yet',
    empty: 'A conversation keeps its questions and statements, so you can continue later.',
    ask: 'Ask a question',
  },
  {
    caption: 'Ihre Gespräche, das neueste zuerst',
    lead: 'Niemand sonst sieht sie. Sie enthalten Fragen, Anweisungen und die Form der Ergebnisse; Zeilen werden nicht aufbewahrt.',
    first: 'Begonnen mit',
    source: 'Datenquelle',
    last: 'Zuletzt gefragt',
    actions: 'Aktionen',
    gone: 'gelöscht',
    export: 'Herunterladen',
    exportOf: (title: string) => `Herunterladen: ${title}`,
    delete: 'Löschen',
    deleteOf: (title: string) => `Löschen: ${title}`,
    deleteTitle: 'Dieses Gespräch löschen?',
    deleteText:
      'Seine Fragen und Anweisungen sind dann endgültig weg. Der Verlauf der Abfragen behält so lange wie bei allen, wer was gefragt hat.',
    emptyTitle: 'Sie haben noch nichts gefragt',
    empty: 'Ein Gespräch merkt sich seine Fragen und Anweisungen, damit Sie später weiterfragen können.',
    ask: 'Eine Frage stellen',
  },
);

type Kept = Read<typeof CONVERSATIONS>['conversations'][number];

interface ConversationsProps {
  readonly source: Source;
  /** What the page holds may be what was deleted. */
  readonly onDeleted: () => void;
}

/** A person's own conversations, about all of their data sources: go on with one, take it along, delete it. */
export function Conversations({ source, onDeleted }: ConversationsProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { page = 1, conversation } = useSearch({ from: '/signed-in/data-sources/$source/ask' });
  const navigate = useNavigate({ from: '/data-sources/$source/ask' });
  const [leaving, setLeaving] = useState<Kept | null>(null);
  const read = useRead(CONVERSATIONS, { params: { query: { page, limit: 20 } } });
  const save = useAction(
    async ({ id }: Kept) => unwrap(await headgate.GET(`${CONVERSATION}/export`, { params: { path: { conversation_id: id } } })),
    {
      onDone: (file) => download(`conversation-${file.id}.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json'),
    },
  );
  const remove = useAction(
    async ({ id }: Kept) => {
      unwrap(await headgate.DELETE(CONVERSATION, { params: { path: { conversation_id: id } } }));
      return id;
    },
    {
      changes: [CONVERSATIONS],
      onDone: (id) => {
        setLeaving(null);
        if (id !== conversation) return;
        onDeleted();
        void navigate({ search: { view: 'conversations' } });
      },
    },
  );
  const cells = [
    {
      title: t.first,
      cell: ({ id, title, data_source_id }: Kept) =>
        data_source_id === null ? (
          title
        ) : (
          <Link to="/data-sources/$source/ask" params={{ source: String(data_source_id) }} search={{ conversation: id }}>
            {title}
          </Link>
        ),
    },
    {
      title: t.source,
      cell: ({ data_source_id: id }: Kept) => (id === null ? t.gone : id === source.id ? source.name : <SourceName id={id} />),
    },
    { title: t.last, isWhen: true, cell: ({ last_asked_at }: Kept) => moment(last_asked_at) },
    {
      title: t.actions,
      cell: (kept: Kept) => (
        <Row>
          <Button aria-label={t.exportOf(kept.title)} onClick={() => save.run(kept)}>
            {t.export}
          </Button>
          <Button look="danger" aria-label={t.deleteOf(kept.title)} onClick={() => setLeaving(kept)}>
            {t.delete}
          </Button>
        </Row>
      ),
    },
  ];
  return (
    <Shown of={read}>
      {({ conversations, pagination }) => (
        <>
          {pagination.total === 0 ? (
            <Empty
              title={t.emptyTitle}
              action={
                <Link to="." search={{}}>
                  {t.ask}
                </Link>
              }
            >
              {t.empty}
            </Empty>
          ) : (
            <>
              <p>{t.lead}</p>
              <Problem error={save.error} />
              <Table caption={t.caption} rows={conversations} keyOf={({ id }) => id} columns={cells} />
              <Pager pagination={pagination} />
            </>
          )}
          <Confirm
            title={t.deleteTitle}
            isOpen={leaving !== null}
            onClose={() => setLeaving(null)}
            verb={t.delete}
            onConfirm={() => leaving !== null && remove.run(leaving)}
            isBusy={remove.isRunning}
            error={remove.error}
          >
            <p>
              <strong>{leaving?.title}</strong>
            </p>
            <p>{t.deleteText}</p>
          </Confirm>
        </>
      )}
    </Shown>
  );
}

function SourceName({ id }: { readonly id: number }) {
  return useSeenSource(id, { enabled: true })?.name ?? '…';
}
